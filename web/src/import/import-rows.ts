import type { Fields } from './sheet.ts'

export type RowState = 'open' | 'ready' | 'wrong' | 'skipped' | 'running' | 'created' | 'merged' | 'failed'

/** A row of an imported table. */
export interface ImportRow {
  /** Counted from 1. */
  number: number
  fields: Fields
  state: RowState
  action?: 'add' | 'update'
  /** Why it cannot be imported, by field. */
  problems: Fields
  /** Why it was skipped or failed. */
  message?: string
  id?: number
}

/** The parts of a dry run that all imports have. */
export interface ImportPlan {
  would_affect: readonly { row: number; action: 'add' | 'update' }[]
  rejected: readonly { row: number; problems: Fields }[]
  skipped: readonly { row: number; message: string }[]
  total_skipped: number
  creates: { clients: readonly string[]; tags: readonly string[] }
}

export interface RowResult {
  row: number
  outcome: 'created' | 'merged' | 'skipped' | 'failed'
  id: number | null
  message: string | null
}

const finishedStates: readonly RowState[] = ['created', 'merged', 'running']
/** Rows that a check or an import can still change. */
export const isOpen = ({ state }: ImportRow): boolean => !finishedStates.includes(state)
export const isReady = ({ state }: ImportRow): boolean => state === 'ready'
export const isWrong = ({ state }: ImportRow): boolean => state === 'wrong' || state === 'failed'
export const isDone = ({ state }: ImportRow): boolean => state === 'created' || state === 'merged'

export const countOf = (rows: readonly ImportRow[], state: RowState): number =>
  rows.filter((row) => row.state === state).length

/** The rows with what the plan says about those that were sent, in their order. */
export function withPlan(
  rows: readonly ImportRow[],
  sent: readonly ImportRow[],
  plan: ImportPlan,
  unexplained: string,
): ImportRow[] {
  const numberOf = (row: number) => sent[row - 1]?.number ?? 0
  const ready = new Map(plan.would_affect.map(({ row, action }) => [numberOf(row), action]))
  const skipped = new Map(plan.skipped.map(({ row, message }) => [numberOf(row), message]))
  const rejected = new Map(plan.rejected.map(({ row, problems }) => [numberOf(row), problems]))
  const checked = new Set(sent.map(({ number }) => number))
  return rows.map((row): ImportRow => {
    const { number, fields } = row
    if (!checked.has(number)) return row
    const action = ready.get(number)
    if (action) return { number, fields, state: 'ready', action, problems: {} }
    const problems = rejected.get(number)
    if (problems) return { number, fields, state: 'wrong', problems }
    const message = skipped.get(number)
    if (message !== undefined) return { number, fields, state: 'skipped', problems: {}, message }
    // The answer explains only the first of very many.
    return { number, fields, state: 'wrong', problems: {}, message: unexplained }
  })
}

/** The rows with the results of those that were sent. */
export function withResults(
  rows: readonly ImportRow[],
  sent: readonly ImportRow[],
  results: readonly RowResult[],
): ImportRow[] {
  const byNumber = new Map(results.map((result) => [sent[result.row - 1]?.number, result]))
  return rows.map((row): ImportRow => {
    const result = byNumber.get(row.number)
    if (!result) return row
    return {
      number: row.number,
      fields: row.fields,
      state: result.outcome,
      problems: {},
      ...(result.message !== null && { message: result.message }),
      ...(result.id !== null && { id: result.id }),
    }
  })
}
