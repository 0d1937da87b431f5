import { type Database, statement } from '../../platform/database/database.ts'
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

/** The tags come along in the same statement: one trip to the database per page or site. */
export const detailColumns = {
  name: 'detail',
  sql: `${columns.join(', ')}, coalesce((
    select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by tags.name_key)
    from site_tags join tags on tags.id = site_tags.tag_id where site_tags.site_id = sites.id), '[]') as tags`,
}

const detailById = statement<DetailRow>('site-detail-id', `select ${detailColumns.sql} from sites where id = $1`)
const detailByIdentity = statement<DetailRow>(
  'site-detail-identity',
  `select ${detailColumns.sql} from sites where identity = $1`,
)

export async function findDetail(db: Database, by: { id: number } | { identity: string }) {
  const [row] = 'id' in by ? await db.fetch(detailById, [by.id]) : await db.fetch(detailByIdentity, [by.identity])
  return row
}
