import { isoTime } from '../../operation/shapes.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SiteDetail } from './site.ts'
import { type DetailRow, findDetail } from './site-detail-store.ts'
import { siteNotFound } from './site-errors.ts'
import type { SiteRow } from './site-store.ts'

export const brief = ({
  id,
  url,
  name,
  status,
  client_id,
}: Pick<SiteRow, 'id' | 'url' | 'name' | 'status' | 'client_id'>) => ({
  id,
  url,
  name,
  status,
  client_id,
})

/** One site as the detail view shows it now. */
export async function describeSite(db: Database, id: number, { stats = false } = {}): Promise<SiteDetail> {
  const row = await findDetail(db, { id })
  if (!row) throw siteNotFound(id)
  return toDetail(row, { stats })
}

export function toDetail(row: DetailRow, { stats = false } = {}): SiteDetail {
  return {
    ...brief(row),
    admin_username: row.admin_username,
    wp_version: row.wp_version,
    php_version: row.php_version,
    child_version: row.child_version,
    last_sync: isoTime(row.last_sync),
    notes: row.notes,
    tags: row.tags,
    connection: {
      ok: row.connection === 'connected',
      code: row.disconnected_code,
      message: row.disconnected_reason,
    },
    suspended_by: row.suspended_by,
    ssl_verify: row.verify_tls,
    sync_error: row.sync_error_code ? { code: row.sync_error_code, message: row.sync_error ?? '' } : null,
    last_check: lastCheck(row),
    facts: row.facts,
    icon_url: row.icon_url,
    created_at: isoTime(row.created_at)!,
    ...(stats && {
      stats: {
        plugin_updates: row.plugin_updates,
        theme_updates: row.theme_updates,
        wp_update_available: row.core_update !== null,
        health_score: row.health_score,
      },
    }),
  }
}

function lastCheck({ checked_at, reachable, http_status, response_time_ms }: DetailRow): SiteDetail['last_check'] {
  if (checked_at === null) return null
  return {
    checked_at: isoTime(checked_at)!,
    reachable: reachable ?? false,
    http_status: http_status ?? 0,
    response_time_ms: response_time_ms ?? 0,
  }
}
