import { type Insertable, sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { periodCovers } from '../sites/index.ts'
import type { MonitorRules } from './monitor-settings.ts'
import type { Alarm, IncidentTable } from './monitor-table.ts'

export interface NewIncident {
  site_id: number
  started_at: Date
  cause_code: string
  cause: string
  down_count: number
  alarm: Alarm
}

/** An incident that began or ended, with the fields that notifications need. */
export interface ChangedIncident {
  id: number
  site_id: number
  started_at: Date
  ended_at: Date | null
  cause_code: string
  cause: string
  alarm: Alarm
  url: string
  name: string
}

/** A site has at most one open incident. */
export async function insertIncidents(trx: Db, incidents: NewIncident[]): Promise<ChangedIncident[]> {
  if (incidents.length === 0) return []
  const column = <Name extends keyof NewIncident>(name: Name) => incidents.map((incident) => incident[name])
  const { rows } = await sql<ChangedIncident>`
    with opened as (
      insert into monitor_incidents (site_id, started_at, cause_code, cause, down_count, alarm)
      select * from unnest(${column('site_id')}::bigint[], ${column('started_at')}::timestamptz[],
        ${column('cause_code')}::text[], ${column('cause')}::text[], ${column('down_count')}::int[],
        ${column('alarm')}::text[])
      on conflict (site_id) where ended_at is null do nothing
      returning id, site_id, started_at, ended_at, cause_code, cause, alarm)
    select opened.*, sites.url, sites.name from opened join sites on sites.id = opened.site_id`.execute(trx)
  return rows
}

/** One more failed check of each open incident. */
export async function addFailures(trx: Db, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length === 0) return
  await sql`update monitor_incidents set down_count = down_count + 1
    where site_id = any (${siteIds}::bigint[]) and ended_at is null`.execute(trx)
}

/** Continues the incidents that a pause interrupted: the site is still down. Returns the sites that had one. */
export async function reopenPausedIncidents(
  trx: Db,
  failures: readonly { site_id: number; failures: number }[],
): Promise<Set<number>> {
  if (failures.length === 0) return new Set()
  const { rows } = await sql<{ site_id: number }>`
    update monitor_incidents set ended_at = null, ended_by = null, down_count = down_count + seen.failures
    from unnest(${failures.map((each) => each.site_id)}::bigint[], ${failures.map((each) => each.failures)}::int[])
      as seen (site_id, failures)
    where id = ${latestIncident} and ended_by = 'paused' returning seen.site_id`.execute(trx)
  return new Set(rows.map(({ site_id }) => site_id))
}

const latestIncident = sql`(select id from monitor_incidents as latest where latest.site_id = seen.site_id
  order by started_at desc, id desc limit 1)`

/**
 * Ends open incidents, and with `up` those that a pause interrupted. An incident never ends before it began, even when the
 * clock was set back.
 */
export async function closeIncidents(
  trx: Db,
  ends: { site_id: number; at: Date }[],
  by: 'up' | 'paused',
): Promise<ChangedIncident[]> {
  if (ends.length === 0) return []
  const { rows } = await sql<ChangedIncident>`
    with closed as (
      update monitor_incidents set ended_at = greatest(started_at, seen.at), ended_by = ${by},
        alarm = case when ${by === 'up'}::boolean and alarm = 'held' then 'skipped' else alarm end
      from unnest(${ends.map((end) => end.site_id)}::bigint[], ${ends.map((end) => end.at)}::timestamptz[]) as seen (site_id, at)
      where monitor_incidents.site_id = seen.site_id
        and (ended_at is null or ${by === 'up'}::boolean and ended_by = 'paused' and id = ${latestIncident})
      returning id, monitor_incidents.site_id, started_at, ended_at, cause_code, cause, alarm)
    select closed.*, sites.url, sites.name from closed join sites on sites.id = closed.site_id`.execute(trx)
  return rows
}

/** Open incidents that are not announced yet; leaves out those that another process is announcing. */
export async function lockHeldIncidents(
  trx: Db,
  limit: number,
): Promise<(ChangedIncident & { address: string | null })[]> {
  const { rows } = await sql<ChangedIncident & { address: string | null }>`
    select incident.id, incident.site_id, started_at, ended_at, cause_code, cause, alarm, sites.url, sites.name, monitors.address
    from monitor_incidents as incident join sites on sites.id = incident.site_id
      join monitors on monitors.site_id = incident.site_id
    where alarm = 'held' and ended_at is null order by incident.id limit ${limit} for update of incident skip locked`.execute(
    trx,
  )
  return rows
}

export async function markAlarmsSent(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update monitor_incidents set alarm = 'sent' where id = any (${ids}::bigint[])`.execute(trx)
}

/** Whether any open incident waits for the end of maintenance. */
export async function hasHeldIncidents(db: Database): Promise<boolean> {
  const query = sql`select from monitor_incidents where alarm = 'held' and ended_at is null limit 1`
  return (await queryRows(db, query)).length > 0
}

/** Paused sites are not checked, so their status is unknown. Returns the sites whose monitors changed. */
export async function resetPausedStates(trx: Db, siteIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    update monitors set status = 'first', failures = 0, failing_since = null
    where status <> 'first' and site_id in (
      select site_id from monitors where site_id = any (${siteIds}::bigint[]) order by site_id for no key update)
    returning site_id`.execute(trx)
  return rows.map((row) => row.site_id)
}

export async function insertPastIncidents(db: Db, incidents: Insertable<IncidentTable>[]): Promise<void> {
  if (incidents.length > 0) await db.insertInto('monitor_incidents').values(incidents).execute()
}

export interface IncidentRow {
  id: number
  started_at: Date
  ended_at: Date | null
  ended_by: 'up' | 'paused' | null
  cause_code: string
  cause: string
  down_count: number
  alarm: Alarm
  /** Seconds between its start and its end, or now, in which the site was not checked. */
  unmonitored_seconds: number
}

/**
 * The time within an `incident` that counts neither as uptime nor as downtime (uptime.ts): gaps, maintenance, and for one that
 * is open the silence since the last check counted, which counts for one interval.
 */
export const unmonitoredSeconds = ({ monitorSeconds, now }: Pick<MonitorRules, 'monitorSeconds' | 'now'>): Fragment => {
  const interval = sql`coalesce(monitors.interval_seconds, ${monitorSeconds}::integer)`
  const counted = sql`greatest(monitors.counted_at, incident.started_at)`
  const silence = sql`extract(epoch from ${now}::timestamptz - ${counted})`
  // The clock may have been set back since the start.
  const end = sql`coalesce(incident.ended_at, greatest(${now}::timestamptz, incident.started_at))`
  // Spans may overlap, so they are merged before they are added up.
  return sql`coalesce((select sum(extract(epoch from upper(part) - lower(part)))
    from unnest((select range_agg(span) * tstzmultirange(tstzrange(incident.started_at, ${end})) from (
      select tstzrange(gap.started_at, gap.ended_at) as span
      from monitor_gaps as gap where gap.site_id = incident.site_id and gap.ended_at > incident.started_at
        and gap.started_at < ${end}
      union all
      select tstzrange(period.starts_at, period.ends_at) from maintenance_periods as period
        join sites as covered_site on covered_site.id = incident.site_id and ${periodCovers('period', 'covered_site')}
      where period.ends_at > incident.started_at and period.starts_at < ${end}
      union all
      select tstzrange(${counted} + ${interval} * interval '1 second', ${now}::timestamptz) from monitors
      where monitors.site_id = incident.site_id and incident.ended_at is null and ${silence} > 2 * ${interval} + 120
    ) as spans)) as part), 0)::float8`
}

export const listIncidentsOfSite = (
  db: Database,
  siteId: number,
  { page, perPage }: { page: number; perPage: number },
  rules: Pick<MonitorRules, 'monitorSeconds' | 'now'>,
): Promise<IncidentRow[]> =>
  queryRows(
    db,
    sql<IncidentRow>`select id, started_at, ended_at, ended_by, cause_code, cause, down_count, alarm,
        ${unmonitoredSeconds(rules)} as unmonitored_seconds
      from monitor_incidents as incident where site_id = ${siteId}
      order by started_at desc, id desc limit ${perPage} offset ${(page - 1) * perPage}`,
  )

export async function countIncidentsOfSite(db: Database, siteId: number): Promise<number> {
  const row = await db
    .selectFrom('monitor_incidents')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  return row.total
}
