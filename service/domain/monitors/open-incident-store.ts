import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible, siteIsVisible } from '../sites/index.ts'

/** Sites that are down now. */
export interface OpenIncident {
  id: number
  site_id: number
  site_url: string
  site_name: string
  started_at: Date
  cause: string
  cause_code: string
  down_count: number
}

/** The newest incidents and the total. */
export async function listOpenIncidents(
  db: Database,
  limits: Limits | null,
  max: number,
): Promise<{ rows: OpenIncident[]; total: number }> {
  const found = await queryRows(
    db,
    sql<OpenIncident & { total: number }>`select incident.id, site_id, sites.url as site_url, sites.name as site_name,
        started_at, cause, cause_code, down_count, count(*) over () as total
      from monitor_incidents as incident join sites on sites.id = site_id
      where ended_at is null and ${siteIsVisible('sites', limits)}
      order by started_at desc, incident.id desc limit ${max}`,
  )
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

/** Sites that are down now, of those that the caller may see. */
export async function countSitesDown(db: Database, limits: Limits | null): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from monitor_incidents
    where ended_at is null and ${siteIdIsVisible('site_id', limits)}`
  return oneRow(await queryRows(db, query)).total
}

/** Whether any monitor has ever run a check. */
export async function hasMonitorResult(db: Database): Promise<boolean> {
  const query = sql<{ known: boolean }>`select exists (select from monitors where checked_at is not null) as known`
  return oneRow(await queryRows(db, query)).known
}
