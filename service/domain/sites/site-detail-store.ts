import { type Database, quickStatement } from '../../platform/database/database.ts'
import type { SiteRow } from './site-store.ts'

export interface SiteTag {
  id: number
  name: string
  color: string | null
}

const columns = [
  'id',
  'url',
  'name',
  'status',
  'client_id',
  'admin_username',
  'wp_version',
  'php_version',
  'child_version',
  'last_sync',
  'notes',
  'connection',
  'disconnected_code',
  'disconnected_reason',
  'suspended_by',
  'verify_tls',
  'sync_error_code',
  'sync_error',
  'checked_at',
  'reachable',
  'http_status',
  'response_time_ms',
  'facts',
  'icon_url',
  'created_at',
  'plugin_updates',
  'theme_updates',
  'core_update',
  'health_score',
] as const

/** All that the detail view shows, and no secrets. */
export type DetailRow = Pick<SiteRow, (typeof columns)[number]> & { tags: SiteTag[] }

const tagsOf = (siteId: string) => `coalesce((
    select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by tags.name_key)
    from site_tags join tags on tags.id = site_tags.tag_id where site_tags.site_id = ${siteId}), '[]') as tags`

/** The tags come along in the same statement: one trip to the database per page or site. */
export const detailColumns = { name: 'detail', sql: columns.join(', '), perRow: tagsOf('page.id') }

// One JSON text instead of thirty columns: the driver describes and reads each column anew with every answer.
const asJson = (where: string) =>
  `select to_json(site)::text as site from (select ${detailColumns.sql}, ${tagsOf('sites.id')} from sites where ${where}) as site`
const detailById = quickStatement<{ site: string }>('site-detail-id', asJson('id = $1'))
const detailByIdentity = quickStatement<{ site: string }>('site-detail-identity', asJson('identity = $1'))

export async function findDetail(
  db: Database,
  by: { id: number } | { identity: string },
): Promise<DetailRow | undefined> {
  const [found] = 'id' in by ? await db.fetch(detailById, [by.id]) : await db.fetch(detailByIdentity, [by.identity])
  if (!found) return undefined
  const { last_sync, checked_at, created_at, ...rest } = JSON.parse(found.site)
  return { ...rest, last_sync: time(last_sync), checked_at: time(checked_at), created_at: time(created_at) }
}

const time = (text: string | null) => (text === null ? null : new Date(text))
