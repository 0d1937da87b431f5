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
  /** What people did about it: feature incidents. */
  acknowledged_at: Date | null
  resolved_at: Date | null
  assigned_to: string | null
}

/** Counting stops here, because there may be very many old incidents. */
export const maxCountedIncidents = 10_000

const handling = sql`left join incident_handling on incident_handling.incident_id = incident.id
    left join users on users.id = incident_handling.assigned_user_id`

/** One incident, if the caller may see its site. */
export async function findIncident(
  db: Database,
  id: number,
  limits: Limits | null,
  rules: Pick<MonitorRules, 'monitorSeconds' | 'now'>,
): Promise<(FleetIncident & { address: string | null }) | undefined> {
  const query = sql<FleetIncident & { address: string | null }>`
    select incident.id, incident.site_id, sites.url as site_url, sites.name as site_name, started_at, ended_at, ended_by, cause,
      cause_code, down_count, alarm, acknowledged_at, resolved_at, users.login as assigned_to, monitors.address,
      ${unmonitoredSeconds(rules)} as unmonitored_seconds
    from monitor_incidents as incident join sites on sites.id = incident.site_id
      join monitors on monitors.site_id = incident.site_id ${handling}
    where incident.id = ${id} and ${siteIsVisible('sites', limits)}`
  return (await queryRows(db, query))[0]
}

/** Open or resolved incidents of all sites that the caller may see, newest first. */
export async function listIncidentsOfFleet(
  db: Database,
  { open, limits }: { open: boolean; limits: Limits | null },
  { page, perPage }: { page: number; perPage: number },
  rules: Pick<MonitorRules, 'monitorSeconds' | 'now'>,
): Promise<{ rows: FleetIncident[]; total: number }> {
  const incidents = sql`from monitor_incidents as incident join sites on sites.id = site_id
    ${handling}
    where ended_at is ${open ? sql`null` : sql`not null`} and ${siteIsVisible('sites', limits)}`
  const [rows, counted] = await Promise.all([
    // By id: it grows with time and is indexed over all sites.
    queryRows(
      db,
      sql<FleetIncident>`select incident.id, site_id, sites.url as site_url, sites.name as site_name, started_at, ended_at,
          ended_by, cause, cause_code, down_count, alarm,
          acknowledged_at, resolved_at, users.login as assigned_to, ${unmonitoredSeconds(rules)} as unmonitored_seconds
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
