import { z } from 'zod'
import { idList, isoTime, search, timestamp } from '../../../operation/shapes.ts'
import { CurrentCondition, conditionStates, describeCondition, type StoredCondition } from '../condition/condition.ts'
import { SiteBrief, SiteConnection, SiteDetail, SiteStatusFilter } from '../site.ts'
import type { SiteRow } from '../site-store.ts'
import type { SiteTag } from './site-detail-store.ts'
import type { SiteUpdateCounts } from './update-count-store.ts'

/** Filters of the sites table; bulk actions take the same, so that they affect what the table shows. */
export const sitesTableFilterFields = {
  status: SiteStatusFilter.default('any'),
  search,
  client_id: z.int().min(1).optional(),
  without_client: z.boolean().default(false),
  tag_ids: z.array(z.int().min(1)).max(1_000).default([]).describe('Sites that carry one of these tags.'),
  has_updates: z.boolean().optional(),
  sync_failed: z.boolean().optional(),
  wp_version: z.string().min(1).max(60).optional(),
  php_version: z.string().min(1).max(60).optional(),
  security_issue: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Sites on which the last sync found this issue, by its type in get-overview; any: at least one.'),
  vulnerable: z
    .boolean()
    .optional()
    .describe('Sites with (or without) a known vulnerability that is neither fixed nor accepted.'),
  condition: z.enum(conditionStates).optional().describe('Sites whose condition has this state.'),
  include: idList,
  exclude: idList,
}

export const SitesTableFilter = z.strictObject(sitesTableFilterFields)
export type SitesTableFilter = z.output<typeof SitesTableFilter>

export const sitesTableOrders = [
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

/** The columns of `sites` that a row of the table needs. */
export const sitesTableColumns = [
  ...([
    'id',
    'url',
    'name',
    'status',
    'suspended_by',
    'connection',
    'disconnected_code',
    'disconnected_reason',
  ] as const),
  ...(['icon_url', 'client_id', 'health_score', 'health_score_at', 'wp_version', 'php_version'] as const),
  ...(['child_version', 'last_sync'] as const),
  ...(['sync_error_code', 'sync_error', 'created_at'] as const),
]

export type SitesTableRow = Pick<SiteRow, (typeof sitesTableColumns)[number]> & {
  client_name: string | null
  tags: SiteTag[]
  updates: SiteUpdateCounts
  /** The version of WordPress that is pending. */
  core_update: string | null
  condition: StoredCondition
  vulnerabilities: number
  /** Null only while the site is being added. */
  monitor: {
    status: 'first' | 'up' | 'pending' | 'down'
    active: boolean | null
    uptime: number | null
    checked_at: string | null
    is_stale: boolean
  } | null
}

/** A row of the sites table; nothing in it needs a query of its own. */
export const SitesTableItem = SiteBrief.omit({ client_id: true })
  .extend({
    client: z.object({ id: z.int(), name: z.string() }).nullable(),
    connection: SiteConnection,
    updates: z.object({
      core: z.string().nullable().describe('The WordPress version available.'),
      plugins: z.int(),
      themes: z.int(),
      translations: z.int(),
      total: z.int(),
    }),
    condition: CurrentCondition,
    vulnerabilities: z.int().describe('Known vulnerabilities that are neither fixed nor accepted.'),
    health_score: z.int().nullable(),
    health_score_at: timestamp.nullable().describe('When the site reported its health.'),
    uptime_30d: z.number().nullable().describe('Percent of the monitored time of the last 30 days without outages.'),
    monitor_status: z.enum(['first', 'up', 'pending', 'down', 'paused']),
    monitor_checked_at: timestamp.nullable().describe('The last check of the monitor.'),
    monitor_stale: z.boolean().describe('Whether the last check is older than two intervals of the monitor.'),
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

/** Paused for a monitor that is switched off or whose site is suspended. */
function monitorStatus({ monitor, suspended_by }: SitesTableRow, isMonitoredByDefault: boolean) {
  if (suspended_by !== 'none' || !(monitor?.active ?? isMonitoredByDefault)) return 'paused'
  return monitor?.status ?? 'first'
}

export function toSitesTableItem(row: SitesTableRow, isMonitoredByDefault: boolean): z.input<typeof SitesTableItem> {
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
      core: row.core_update,
      plugins: row.updates.plugins,
      themes: row.updates.themes,
      translations: row.updates.translations,
      total: row.updates.total,
    },
    condition: describeCondition(row.condition),
    vulnerabilities: row.vulnerabilities,
    health_score: row.health_score,
    health_score_at: isoTime(row.health_score_at),
    uptime_30d: row.monitor?.uptime ?? null,
    monitor_status: monitorStatus(row, isMonitoredByDefault),
    monitor_checked_at: row.monitor?.checked_at ? isoTime(new Date(row.monitor.checked_at)) : null,
    monitor_stale: row.monitor?.is_stale ?? false,
    wp_version: row.wp_version,
    php_version: row.php_version,
    child_version: row.child_version,
    last_sync: isoTime(row.last_sync),
    sync_error: row.sync_error_code === null ? null : { code: row.sync_error_code, message: row.sync_error ?? '' },
    created_at: isoTime(row.created_at),
  }
}
