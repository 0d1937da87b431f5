import { sql } from 'kysely'
import { JsonRows } from '../../../operation/json-rows.ts'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { countSiteRows, listSiteIds, type SiteListFilter, type SiteOrder } from './site-list-store.ts'

/** Each has its plugins, themes and updates: some 20 kB of JSON. */
const recordsPerPart = 200

/** Of the last check, by the monitor or by hand. A failed one from before the last sync is not known to be true any more. */
const lastHttpStatus = sql`(
    select case when code between 1 and 399 or seen_at >= coalesce(sites.last_sync, '-infinity') then code end from (
      select http_code as code, checked_at as seen_at from monitors
      where site_id = sites.id and checked_at is not null and (http_code > 0 or status = 'down')
      union all select sites.http_status, sites.checked_at where sites.checked_at is not null
      order by seen_at desc limit 1) as last_check)`

/** Every column that a site record shows, and what other features know about the site. */
const recordOf = sql`json_build_object(
  'id', sites.id, 'url', sites.url, 'name', sites.name, 'status', sites.status, 'client_id', sites.client_id,
  'notes', sites.notes, 'wp_version', sites.wp_version, 'php_version', sites.php_version,
  'child_version', sites.child_version, 'facts', sites.facts, 'suspended', sites.suspended_by <> 'none',
  'verify_tls', sites.verify_tls, 'problem', coalesce(sites.sync_error, sites.disconnected_reason, ''),
  'http_status', ${lastHttpStatus}, 'health_score', sites.health_score, 'icon_url', sites.icon_url,
  'last_sync', to_char(sites.last_sync at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'tags', coalesce((
    select json_agg(json_build_object('id', tags.id, 'name', tags.name) order by tags.name_key)
    from site_tags join tags on tags.id = site_tags.tag_id where site_tags.site_id = sites.id), '[]'),
  'software', coalesce((
    select json_agg(json_build_object('kind', item.kind, 'slug', item.slug, 'name', item.name, 'version', item.version,
      'active', item.active, 'must_use', item.must_use, 'is_connector', item.is_connector,
      'parent_of_active', item.parent_of_active) order by lower(item.name), item.slug)
    from site_software as item where item.site_id = sites.id), '[]'),
  'updates', coalesce((
    select json_agg(json_build_object('type', pending.type, 'slug', pending.slug, 'translates', pending.translates,
      'language', pending.language, 'name', pending.name, 'current_version', pending.current_version,
      'new_version', pending.new_version, 'active', pending.active, 'premium', pending.premium,
      'requires_wordpress', pending.requires_wordpress, 'requires_php', pending.requires_php,
      'tested_with', pending.tested_with, 'fits_wordpress', pending.fits_wordpress, 'fits_php', pending.fits_php,
      'url', pending.url) order by pending.type, lower(pending.name), pending.slug, pending.language)
    from site_updates as pending where pending.site_id = sites.id and not pending.ignored), '[]'),
  'ignored', coalesce((
    select json_agg(json_build_object('type', rule.type, 'slug', rule.slug, 'version', rule.version, 'name', rule.name)
      order by rule.type, rule.slug, rule.version)
    from ignored_updates as rule where rule.site_id = sites.id), '[]'))::text`

/** Records of all sites or of one page, read in parts as the caller takes them. */
export async function readSiteRecords(
  db: Database,
  filter: SiteListFilter,
  order: SiteOrder,
  cut: { page: number; perPage: number } | null,
): Promise<{ rows: JsonRows; total: number }> {
  const ids = await listSiteIds(db, filter, order, cut)
  const total = cut === null ? ids.length : await countSiteRows(db, filter)
  async function* parts() {
    for (let start = 0; start < ids.length; start += recordsPerPart) {
      const { rows } = oneRow(await queryRows(db, recordsOf(ids.slice(start, start + recordsPerPart))))
      // Null when all sites of the part were deleted.
      if (rows !== null) yield rows
    }
  }
  return { rows: new JsonRows(parts, { isLong: ids.length > recordsPerPart }), total }
}

const recordsOf = (ids: readonly number[]) =>
  sql<{ rows: string | null }>`select string_agg(${recordOf}, ',' order by position) as rows
    from unnest(${ids}::bigint[]) with ordinality as part (site_id, position) join sites on sites.id = site_id`
