import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'

/** True for the sites that a caller may see; `site` is the name or alias of the sites table. Without limits, for all. */
export const siteIsVisible = (site: string, limits: Limits | null): RawBuilder<boolean> =>
  siteIdIsVisible(`${site}.id`, limits)

/** The same for a table that refers to sites; `column` is its column with the id of the site. */
export function siteIdIsVisible(column: string, limits: Limits | null): RawBuilder<boolean> {
  if (!limits) return sql`true`
  return sql`${sql.ref(column)} in (select unnest(${limits.sites}::bigint[]) union all
    select limit_tags.site_id from site_tags limit_tags where limit_tags.tag_id = any (${limits.tags}::bigint[]))`
}
