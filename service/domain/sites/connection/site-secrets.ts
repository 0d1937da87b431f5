import type { Secrets } from '../../../platform/secrets.ts'
import type { SiteRow } from '../site-store.ts'

/** Columns with sealed values, which are never returned. */
export const sealedColumns = [
  'http_pass',
  'unique_id',
  'private_key',
  'pending_private_key',
  'regverify',
  'cookies',
] as const
export type SealedColumn = (typeof sealedColumns)[number]

export const sealedColumnName = <Column extends SealedColumn>(column: Column) => `sites.${column}` as const

export const sealFor = (secrets: Secrets, column: SealedColumn, text: string) =>
  secrets.seal(text, sealedColumnName(column))

export const openFrom = (secrets: Secrets, site: SiteRow, column: SealedColumn) =>
  site[column] === null ? undefined : secrets.open(site[column], sealedColumnName(column))
