import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { IncidentRow } from './incident-store.ts'

export interface FleetIncident extends IncidentRow {
  site_id: number
  site_url: string
  site_name: string
}

/** Counting stops here, because there may be very many old incidents. */
export const maxCountedIncidents = 10_000

const from = (open: boolean, limited: boolean, limitsAt: number) =>
  `from monitor_incidents as incident join sites on sites.id = site_id
   where ended_at is ${open ? '' : 'not '}null ${limited ? `and ${visibleSitesSql('sites', limitsAt, limitsAt + 1)}` : ''}`

const nameOf = (open: boolean, limited: boolean) => `${open ? 'open' : 'past'}${limited ? '-limited' : ''}`

// By id: it grows with time and is indexed over all sites.
const list = (open: boolean, limited: boolean) =>
  statement<FleetIncident>(
    `fleet-incidents-${nameOf(open, limited)}`,
    `select incident.id, site_id, sites.url as site_url, sites.name as site_name, started_at, ended_at, cause, cause_code,
       down_count
     ${from(open, limited, 3)} order by incident.id desc limit $1 offset $2`,
  )

const count = (open: boolean, limited: boolean) =>
  statement<{ total: number }>(
    `fleet-incidents-count-${nameOf(open, limited)}`,
    `select count(*)::int as total from (select ${from(open, limited, 2)} limit $1) as counted`,
  )

/** Open or resolved incidents of all sites that the caller may see, newest first. */
export async function listIncidentsOfFleet(
  db: Database,
  { open, limits }: { open: boolean; limits: Limits | null },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: FleetIncident[]; total: number }> {
  const limited = limits !== null
  const values = limitValues(limits)
  const [rows, [counted]] = await Promise.all([
    db.fetch(list(open, limited), [perPage, (page - 1) * perPage, ...values]),
    db.fetch(count(open, limited), [maxCountedIncidents, ...values]),
  ])
  return { rows, total: counted!.total }
}
