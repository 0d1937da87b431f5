import type { DataOf } from '../../../contract/client.ts'
import type { SiteRow } from './use-site-rows.ts'

/** A site, and its table row as soon as that has loaded. */
export interface SiteTab {
  site: DataOf<'get-site'>
  row: SiteRow | undefined
}
