import { sql } from 'kysely'
import type { Fragment } from '../../../platform/database/fragments.ts'

/** The pending updates of a site. The feature updates counts them; every site has a row. */
export interface SiteUpdateCounts {
  core: number
  plugins: number
  themes: number
  translations: number
  total: number
}

/** A column `updates` with the counts; `siteId` is the name of a column. */
export const updateCountsOf = (siteId: string): Fragment => sql`(
  select json_build_object('core', core, 'plugins', plugins, 'themes', themes, 'translations', translations, 'total', total)
  from site_update_counts where site_id = ${sql.ref(siteId)}) as updates`

/** A column `core_update` with the version of WordPress that is pending, or null. */
export const coreUpdateOf = (siteId: string): Fragment => sql`(
  select new_version from site_updates where site_id = ${sql.ref(siteId)} and type = 'core' and not ignored limit 1
  ) as core_update`

/** Over the table `sites`. */
export const hasPendingUpdates = (isPending: boolean): Fragment =>
  sql`sites.id in (select site_id from site_update_counts where ${isPendingCount(isPending)})`

/** Over the table `site_update_counts`. */
export const isPendingCount = (isPending: boolean): Fragment => sql.raw(isPending ? 'total > 0' : 'total = 0')
