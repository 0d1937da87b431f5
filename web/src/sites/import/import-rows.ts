import type { RowOf } from '../../api/call.ts'
import type { Fields } from '../../import/read-csv.ts'

export type RowState = 'new' | 'wrong' | 'waiting' | 'running' | 'failed' | 'added' | 'connected' | 'unchanged'

export interface ImportRow {
  /** Its place in the list, from 1 on. */
  number: number
  fields: Fields
  state: RowState
  siteId?: number
  /** Why it did not work, and what to do. */
  message?: string
}

export type Target = RowOf<'list-job-targets'>

export const rowsOf = (records: readonly Fields[]): ImportRow[] =>
  records.map((fields, at) => ({ number: at + 1, fields, state: 'new' }))

const finished: readonly RowState[] = ['added', 'connected', 'unchanged']
export const isDone = ({ state }: ImportRow): boolean => finished.includes(state)
export const canImport = (row: ImportRow): boolean => ['new', 'failed', 'wrong'].includes(row.state)

/** The row as the outcome of its target tells. */
export function withOutcome(row: ImportRow, { state, result, error }: Target): ImportRow {
  const { message: _, ...rest } = row
  if (state === 'succeeded') {
    const { outcome = 'added', site_id } = (result ?? {}) as { outcome?: RowState; site_id?: number }
    return { ...rest, state: outcome, ...(site_id !== undefined && { siteId: site_id }) }
  }
  if (state === 'failed' || state === 'cancelled') {
    return { ...rest, state: 'failed', message: error?.message ?? 'The import was cancelled before this row.' }
  }
  return { ...rest, state }
}

/** What the service says about rows before anything is done: "Row 3: …". */
export function withWarnings(rows: readonly ImportRow[], warnings: readonly string[]): ImportRow[] {
  const byRow = new Map<number, string>()
  for (const warning of warnings) {
    const [, number, message] = /^Row (\d+): (?:Invalid input: )?(.*)$/s.exec(warning) ?? []
    if (number !== undefined) byRow.set(Number(number), message!)
  }
  return rows.map((row) => {
    const message = byRow.get(row.number)
    return message === undefined ? row : { ...row, state: 'wrong', message }
  })
}

export const urlOf = ({ url, site_url }: Fields): string => url ?? site_url ?? ''
export const adminOf = ({ admin, admin_name, adminname }: Fields): string => admin ?? admin_name ?? adminname ?? ''

/** The columns of a row that somebody corrects: its own, and those without which no site is connected. */
export const columnsOf = (fields: Fields): string[] =>
  [...new Set([...Object.keys(fields), 'url', 'admin', 'admin_password', 'unique_id'])].filter(
    (name) => !(name === 'url' && 'site_url' in fields) && !(name === 'admin' && 'admin_name' in fields),
  )

export const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
