import { sql } from 'kysely'
import type { Settings } from '../../operation/settings.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { listMaintenanceSpans } from '../maintenance/index.ts'
import { monitoringDefaults } from '../settings/index.ts'
import { globalSettings, type OwnColumns } from './monitor-settings.ts'
import { computeUptime, type MonitorHistory, type Period, uptimePercent } from './uptime.ts'

interface HistoryRow extends Pick<OwnColumns, 'active' | 'interval_seconds'> {
  site_id: number
  known_since: number | null
  counted_at: number | null
  is_suspended: boolean
  gaps: [number, number][]
  outages: [number, number | null][]
}

const milliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

interface Parts {
  db: Database
  settings: Settings
  now: Date
}

/** What the uptime since that time is computed from, for each of the sites. */
export async function listHistories(
  { db, settings, now }: Parts,
  siteIds: readonly number[],
  since: Date,
): Promise<Map<number, MonitorHistory>> {
  const maintenance = await listMaintenanceSpans(db, siteIds, since, now)
  const rows = await queryRows(
    db,
    // Checks and outages of a former address do not belong to the site.
    sql<HistoryRow>`select site_id, active, interval_seconds,
        case when known_since is not null then (extract(epoch from greatest(known_since, address_changed_at)) * 1000)::float8 end
          as known_since,
        case when counted_at >= coalesce(address_changed_at, '-infinity') then ${milliseconds('counted_at')} end as counted_at, suspended_by <> 'none' as is_suspended,
        coalesce((select json_agg(json_build_array(${milliseconds('gap.started_at')}, ${milliseconds('gap.ended_at')}))
          from monitor_gaps as gap where gap.site_id = monitors.site_id and gap.ended_at > ${since}), '[]') as gaps,
        coalesce((select json_agg(json_build_array(${milliseconds('incident.started_at')},
            case when ended_by = 'up' then ${milliseconds('incident.ended_at')} end))
          from monitor_incidents as incident
          where incident.site_id = monitors.site_id and (ended_by is distinct from 'up' or incident.ended_at > ${since})
            and incident.started_at >= coalesce(address_changed_at, '-infinity')),
          '[]') as outages
      from monitors join sites on sites.id = site_id where site_id = any (${siteIds}::bigint[])`,
  )
  const global = globalSettings(settings)
  // Older incidents are deleted, so nothing is known about that time.
  const oldest = now.getTime() - monitoringDefaults(settings).retentionDays * 86_400_000
  return new Map(
    rows.map((row) => [
      row.site_id,
      {
        knownSince: row.known_since === null ? null : Math.max(row.known_since, oldest),
        countedAt: row.counted_at,
        intervalMs: (row.interval_seconds ?? global.intervalSeconds) * 1000,
        isPaused: row.is_suspended || !(row.active ?? global.active),
        gaps: row.gaps,
        outages: row.outages,
        maintenance: maintenance.get(row.site_id) ?? [],
      },
    ]),
  )
}

const monthMs = 30 * 86_400_000
const sitesPerBatch = 500

/** Stores each site's uptime of the last 30 days, for sorting. Returns the number of changes. */
export async function updateUptimes(parts: Parts): Promise<number> {
  const { now } = parts
  const period: Period = { from: new Date(now.getTime() - monthMs), to: now }
  const siteIds = await listChangingSites(parts.db, period.from)
  let changed = 0
  for (let from = 0; from < siteIds.length; from += sitesPerBatch) {
    const batch = siteIds.slice(from, from + sitesPerBatch)
    const histories = await listHistories(parts, batch, period.from)
    const uptimes = [...histories].map(([siteId, history]) => ({
      siteId,
      uptime: uptimePercent(computeUptime(history, period, now)) ?? -1,
    }))
    changed += await storeUptimes(parts.db, uptimes)
  }
  return changed
}

/** Sites without outages and gaps that are checked keep their 100 %. */
async function listChangingSites(db: Database, since: Date): Promise<number[]> {
  const query = sql<{ site_id: number }>`select site_id from monitors
    where uptime_30d <> case when known_since is null then -1 else 100 end or counted_at < ${since}
      or exists (select from sites where sites.id = site_id and address_changed_at > ${since})
      or exists (select from monitor_incidents as incident
        where incident.site_id = monitors.site_id and coalesce(ended_at, 'infinity') > ${since})
    order by site_id`
  return (await queryRows(db, query)).map(({ site_id }) => site_id)
}

async function storeUptimes(db: Db, uptimes: readonly { siteId: number; uptime: number }[]): Promise<number> {
  const query = sql`with known as (
      select * from unnest(${uptimes.map(({ siteId }) => siteId)}::bigint[], ${uptimes.map(({ uptime }) => uptime)}::real[])
        as known (site_id, uptime)
    ), changed as (
      -- Locked in the same order everywhere.
      select monitors.site_id, known.uptime from monitors join known on known.site_id = monitors.site_id
      where known.uptime <> monitors.uptime_30d order by monitors.site_id for no key update of monitors
    )
    update monitors set uptime_30d = changed.uptime from changed where changed.site_id = monitors.site_id
    returning monitors.site_id`
  return (await queryRows(db, query)).length
}
