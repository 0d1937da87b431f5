import type { Secrets } from '../../../platform/secrets.ts'
import type { SiteRow } from '../site-store.ts'

/** Columns with sealed values, which are never returned. */
export const sealedSiteColumns = [
  'http_pass',
  'unique_id',
  'private_key',
  'pending_private_key',
  'regverify',
  'cookies',
] as const
export type SealedSiteColumn = (typeof sealedSiteColumns)[number]

export const sealedColumnName = <Column extends SealedSiteColumn>(column: Column) => `sites.${column}` as const

export const sealFor = (secrets: Secrets, column: SealedSiteColumn, text: string) =>
  secrets.seal(text, sealedColumnName(column))

export const openFrom = (secrets: Secrets, site: SiteRow, column: SealedSiteColumn) =>
  site[column] === null ? undefined : secrets.open(site[column], sealedColumnName(column))
