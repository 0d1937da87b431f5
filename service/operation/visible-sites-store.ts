import { type RawBuilder, sql } from 'kysely'
import { clientsOfLimits, type Limits, tagsOfLimits } from './limits.ts'

/** True for the sites that a caller may see; `site` is the name or alias of the sites table. Without limits, for all. */
export const siteIsVisible = (site: string, limits: Limits | null): RawBuilder<boolean> =>
  siteIdIsVisible(`${site}.id`, limits)

/** The same for a table that refers to sites; `column` is its column with the id of the site. */
export function siteIdIsVisible(column: string, limits: Limits | null): RawBuilder<boolean> {
  if (!limits) return sql`true`
  const { sites, tags, clients, within } = limits
  const isIncluded = sql<boolean>`${sql.ref(column)} in (select unnest(${sites}::bigint[]) union all
    select limit_tags.site_id from site_tags limit_tags where limit_tags.tag_id = any (${tags}::bigint[]) union all
    select limit_clients.id from sites limit_clients where limit_clients.client_id = any (${clients}::bigint[]))`
  return within ? sql`(${isIncluded} and ${siteIdIsVisible(column, within)})` : isIncluded
}

/** True for the tags of the limits and of visible sites; `column` is the column with the id of the tag. Without limits, for all. */
export function tagIdIsVisible(column: string, limits: Limits | null): RawBuilder<boolean> {
  if (!limits) return sql`true`
  return sql`(${sql.ref(column)} = any (${tagsOfLimits(limits)}::bigint[]) or ${sql.ref(column)} in (
    select visible_tags.tag_id from site_tags visible_tags where ${siteIdIsVisible('visible_tags.site_id', limits)}))`
}

/** True for the clients of the limits and of visible sites; `column` is the column with the id of the client. */
export function clientIdIsVisible(column: string, limits: Limits | null): RawBuilder<boolean> {
  if (!limits) return sql`true`
  return sql`(${sql.ref(column)} = any (${clientsOfLimits(limits)}::bigint[]) or ${sql.ref(column)} in (
    select visible_clients.client_id from sites visible_clients where ${siteIdIsVisible('visible_clients.id', limits)}))`
}
