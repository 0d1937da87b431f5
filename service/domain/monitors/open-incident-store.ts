import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'

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

const open = (limited: boolean) =>
  statement<OpenIncident & { total: number }>(
    `incidents-open${limited ? '-limited' : ''}`,
    `select incident.id, site_id, sites.url as site_url, sites.name as site_name, started_at, cause, cause_code,
       down_count, count(*) over () as total
     from monitor_incidents as incident join sites on sites.id = site_id
     where ended_at is null ${limited ? `and ${visibleSitesSql('sites', 2, 3)}` : ''}
     order by started_at desc, incident.id desc limit $1`,
  )

/** The newest incidents and the total. */
export async function listOpenIncidents(
  db: Database,
  limits: Limits | null,
  max: number,
): Promise<{ rows: OpenIncident[]; total: number }> {
  const found = await db.fetch(open(limits !== null), [max, ...limitValues(limits)])
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

const anyResult = statement<{ known: boolean }>(
  'monitor-any-result',
  'select exists (select from monitors where checked_at is not null) as known',
)

/** Whether any monitor has ever run a check. */
export const hasMonitorResult = async (db: Database): Promise<boolean> => (await db.fetch(anyResult))[0]!.known
