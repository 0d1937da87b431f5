import type { DataOf } from '../../../contract/client.ts'
import type { SiteRow } from './use-site-rows.ts'

/** A site, and what other rooms know about it as soon as that has come. */
export interface SiteTab {
  site: DataOf<'get-site'>
  row: SiteRow | undefined
}
