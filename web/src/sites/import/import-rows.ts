import type { RowOf } from '../../api/call.ts'
import type { Fields } from '../../import/sheet.ts'

export type SiteRowState = 'new' | 'wrong' | 'waiting' | 'running' | 'failed' | 'added' | 'connected' | 'unchanged'

export interface ImportRow {
  /** Row number, starting at 1. */
  number: number
  fields: Fields
  state: SiteRowState
  siteId?: number
  /** Why the row failed, and what to do. */
  message?: string
}

export type ImportTarget = RowOf<'list-job-targets'>

export const rowsOf = (records: readonly Fields[]): ImportRow[] =>
  records.map((fields, at) => ({ number: at + 1, fields, state: 'new' }))

const finished: readonly SiteRowState[] = ['added', 'connected', 'unchanged']
export const isSiteImported = ({ state }: ImportRow): boolean => finished.includes(state)
export const canImport = (row: ImportRow): boolean => ['new', 'failed', 'wrong'].includes(row.state)

/** The row with the outcome of its target. */
export function withOutcome(row: ImportRow, { state, result, error }: ImportTarget): ImportRow {
  const { message: _, ...rest } = row
  if (state === 'succeeded') {
    const { outcome = 'added', site_id } = (result ?? {}) as { outcome?: SiteRowState; site_id?: number }
    return { ...rest, state: outcome, ...(site_id !== undefined && { siteId: site_id }) }
  }
  if (state === 'failed' || state === 'cancelled') {
    return { ...rest, state: 'failed', message: error?.message ?? 'The import was cancelled before this row.' }
  }
  return { ...rest, state }
}

/** Adds the plan's warnings ("Row 3: …") to their rows. */
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

/** The columns to edit: those of the row, and those required to connect a site. */
export const columnsOf = (fields: Fields): string[] =>
  [...new Set([...Object.keys(fields), 'url', 'admin', 'admin_password', 'unique_id'])].filter(
    (name) => !(name === 'url' && 'site_url' in fields) && !(name === 'admin' && 'admin_name' in fields),
  )

export const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
