import type { Fields } from './read-csv.ts'

export type RowState = 'new' | 'wrong' | 'running' | 'failed' | 'added' | 'updated'

/** A row of a list that goes in as a whole. */
export interface TableRow {
  /** Its place in the list, from 1 on. */
  number: number
  fields: Fields
  state: RowState
  /** What the service says it would do with it. */
  planned?: 'add' | 'update'
  message?: string
}

export const isDone = ({ state }: TableRow): boolean => state === 'added' || state === 'updated'
export const isWrong = ({ state }: TableRow): boolean => state === 'wrong' || state === 'failed'
export const canEdit = ({ state }: TableRow): boolean => ['new', 'wrong', 'failed'].includes(state)
export const isReady = ({ state, planned }: TableRow): boolean => state === 'new' && planned !== undefined

/** "line 3: email" → which of the rows that begin on these lines, and what about it. */
export function mistakesByRow(
  params: Readonly<Record<string, string>>,
  rows: readonly TableRow[],
  lines: readonly number[],
): Map<number, string> {
  const found = new Map<number, string>()
  for (const [key, reason] of Object.entries(params)) {
    const [, line, field] = /^line (\d+): (.+)$/.exec(key) ?? []
    const row = rows[lines.indexOf(Number(line))]
    if (!row) continue
    const sentence = `${field} ${reason}`
    found.set(row.number, found.has(row.number) ? `${found.get(row.number)}\n${sentence}` : sentence)
  }
  return found
}
