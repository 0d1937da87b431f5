import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIsVisible } from '../sites/index.ts'
import { type IncidentRow, unmonitoredSeconds } from './incident-store.ts'
import type { MonitorRules } from './monitor-settings.ts'

export interface FleetIncident extends IncidentRow {
  site_id: number
  site_url: string
  site_name: string
}

/** Counting stops here, because there may be very many old incidents. */
export const maxCountedIncidents = 10_000

/** Open or resolved incidents of all sites that the caller may see, newest first. */
export async function listIncidentsOfFleet(
  db: Database,
  { open, limits }: { open: boolean; limits: Limits | null },
  { page, perPage }: { page: number; perPage: number },
  rules: Pick<MonitorRules, 'monitorSeconds' | 'now'>,
): Promise<{ rows: FleetIncident[]; total: number }> {
  const incidents = sql`from monitor_incidents as incident join sites on sites.id = site_id
    where ended_at is ${open ? sql`null` : sql`not null`} and ${siteIsVisible('sites', limits)}`
  const [rows, counted] = await Promise.all([
    // By id: it grows with time and is indexed over all sites.
    queryRows(
      db,
      sql<FleetIncident>`select incident.id, site_id, sites.url as site_url, sites.name as site_name, started_at, ended_at,
          ended_by, cause, cause_code, down_count, ${unmonitoredSeconds(rules)} as unmonitored_seconds
        ${incidents} order by incident.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
    queryRows(
      db,
      sql<{ total: number }>`select count(*)::int as total
        from (select ${incidents} limit ${sql.lit(maxCountedIncidents)}) as counted`,
    ),
  ])
  return { rows, total: oneRow(counted).total }
}
