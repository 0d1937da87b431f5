import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { SiteBrief, SiteConnection, SiteDetail } from './site.ts'
import type { TableRow } from './site-rows-store.ts'

export const tableOrders = [
  'url',
  'name',
  'id',
  'status',
  'client',
  'updates',
  'health',
  'uptime',
  'wp_version',
  'php_version',
  'last_sync',
  'created_at',
] as const

/** A site as the table of sites shows it: all that a row needs, and nothing that costs a query of its own. */
export const SiteTableRow = SiteBrief.omit({ client_id: true })
  .extend({
    client: z.object({ id: z.int(), name: z.string() }).nullable(),
    connection: SiteConnection,
    updates: z.object({
      core: z.string().nullable().describe('The version of WordPress on offer.'),
      plugins: z.int(),
      themes: z.int(),
      translations: z.int(),
      total: z.int(),
    }),
    health_score: z.int().nullable(),
    uptime_30d: z.number().nullable().describe('Percent of the checks of the last 30 days.'),
    monitor_status: z.enum(['first', 'up', 'pending', 'down', 'paused']),
    last_sync: timestamp.nullable(),
    created_at: timestamp,
  })
  .extend(
    SiteDetail.pick({
      suspended_by: true,
      icon_url: true,
      tags: true,
      sync_error: true,
      wp_version: true,
      php_version: true,
      child_version: true,
    }).shape,
  )

/** A monitor that is switched off, or whose site is suspended, says nothing about its site. */
function monitorStatus({ monitor, suspended_by }: TableRow, watchedByDefault: boolean) {
  if (suspended_by !== 'none' || !(monitor?.active ?? watchedByDefault)) return 'paused'
  return monitor?.status ?? 'first'
}

export function toTableRow(row: TableRow, watchedByDefault: boolean): z.input<typeof SiteTableRow> {
  const { core_update, plugin_updates, theme_updates, translation_updates } = row
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    status: row.status,
    suspended_by: row.suspended_by,
    icon_url: row.icon_url,
    client: row.client_id === null ? null : { id: row.client_id, name: row.client_name ?? '' },
    tags: row.tags,
    connection: { ok: row.connection === 'connected', code: row.disconnected_code, message: row.disconnected_reason },
    updates: {
      core: core_update,
      plugins: plugin_updates,
      themes: theme_updates,
      translations: translation_updates,
      total: plugin_updates + theme_updates + translation_updates + (core_update === null ? 0 : 1),
    },
    health_score: row.health_score,
    uptime_30d: row.monitor?.uptime ?? null,
    monitor_status: monitorStatus(row, watchedByDefault),
    wp_version: row.wp_version,
    php_version: row.php_version,
    child_version: row.child_version,
    last_sync: isoTime(row.last_sync),
    sync_error: row.sync_error_code === null ? null : { code: row.sync_error_code, message: row.sync_error ?? '' },
    created_at: isoTime(row.created_at)!,
  }
}
