import type { Secrets } from '../../platform/secrets.ts'
import type { SiteRow } from './site-store.ts'

/** Columns that hold sealed texts. Their values are never given out. */
export const sealedColumns = [
  'http_pass',
  'unique_id',
  'private_key',
  'pending_private_key',
  'regverify',
  'cookies',
] as const
export type SealedColumn = (typeof sealedColumns)[number]

export const placeOf = <Column extends SealedColumn>(column: Column) => `sites.${column}` as const

export const sealFor = (secrets: Secrets, column: SealedColumn, text: string) => secrets.seal(text, placeOf(column))

export const openFrom = (secrets: Secrets, site: SiteRow, column: SealedColumn) =>
  site[column] === null ? undefined : secrets.open(site[column], placeOf(column))
