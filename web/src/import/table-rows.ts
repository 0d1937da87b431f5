import type { Fields } from './sheet.ts'

export type TableRowState = 'new' | 'wrong' | 'running' | 'failed' | 'added' | 'updated'

/** A row of a list that is sent as CSV. */
export interface ListRow {
  /** Row number, starting at 1. */
  number: number
  fields: Fields
  state: TableRowState
  /** What the service would do with the row. */
  planned?: 'add' | 'update'
  message?: string
}

export const isImported = ({ state }: ListRow): boolean => state === 'added' || state === 'updated'
export const isWrong = ({ state }: ListRow): boolean => state === 'wrong' || state === 'failed'
export const canEdit = ({ state }: ListRow): boolean => ['new', 'wrong', 'failed'].includes(state)
export const isReady = ({ state, planned }: ListRow): boolean => state === 'new' && planned !== undefined

/** Assigns errors such as "line 3: email" to the rows that begin on these lines. */
export function mistakesByRow(
  params: Readonly<Record<string, string>>,
  rows: readonly ListRow[],
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
