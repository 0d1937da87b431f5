import { sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { staleAfterSeconds } from '../../../operation/stale-after.ts'
import { siteIsVisible } from '../../../operation/visible-sites-store.ts'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import type { Fragment } from '../../../platform/database/fragments.ts'
import type { ConditionRules, ConditionState } from './condition.ts'

/**
 * The only place that decides the state of a site, over `site`, `monitor` and `failed`; the worst is first. Of `sites` it reads only
 * columns that one index has, so that the fleet is counted quickly.
 */
const stateOf = ({ isMonitoredByDefault, staleBefore }: ConditionRules): Fragment => sql`case
    when site.status = 'suspended' then 'suspended'
    when monitor.status = 'down' and ${isOn(isMonitoredByDefault)} then 'down'
    when failed.state = 'down' then 'down'
    when site.status = 'disconnected' then 'disconnected'
    when site.sync_error_code is not null then 'degraded'
    when monitor.status = 'pending' and ${isOn(isMonitoredByDefault)} then 'degraded'
    when failed.state is not null then 'degraded'
    when site.last_sync < ${staleBefore}::timestamptz then 'stale'
    when site.last_sync is null then 'unknown'
    else 'ok' end`

/** Whether a monitor has not checked its site for two of its own intervals. */
export const isCheckStale = (
  monitor: string,
  { now, monitorSeconds }: Pick<ConditionRules, 'now' | 'monitorSeconds'>,
): Fragment =>
  sql`coalesce(${sql.ref(`${monitor}.checked_at`)} < ${now}::timestamptz - make_interval(secs => ${staleAfterSeconds(0)}
    + ${staleAfterSeconds(1) - staleAfterSeconds(0)} * coalesce(${sql.ref(`${monitor}.interval_seconds`)}, ${monitorSeconds}::integer)), false)`

const isOn = (byDefault: boolean): Fragment => sql`coalesce(monitor.active, ${byDefault}::boolean)`

/** The cause within the state, for the sentence. */
const causeOf = ({ isMonitoredByDefault, ...rules }: ConditionRules): Fragment => sql`case decided.state
    when 'suspended' then case when site.suspended_by = 'client' then 'suspended_with_client' else 'suspended' end
    when 'down' then case when monitor.status = 'down' and ${isOn(isMonitoredByDefault)} then 'down' else 'update_checks_failed' end
    when 'disconnected' then case when site.connection = 'never' then 'never_connected' else 'disconnected' end
    when 'degraded' then case when site.sync_error_code = 'svc_sync_incomplete' then 'sync_incomplete'
      when site.sync_error_code is not null then 'sync_failed'
      when monitor.status = 'pending' and ${isOn(isMonitoredByDefault)} then 'checked_again'
      when failed.state = 'unchecked' then 'update_unchecked' else 'update_checks_failed' end
    when 'stale' then 'stale'
    when 'unknown' then case when site.address_changed_at is null then 'never_synced' else 'moved' end
    else case when not ${isOn(isMonitoredByDefault)} then 'ok_unmonitored'
      when monitor.status = 'first' then 'ok_unchecked'
      when ${isCheckStale('monitor', rules)} then 'ok_stale_check' else 'ok' end end`

const detail = sql`coalesce(case cause
    when 'down' then monitor.message
    when 'checked_again' then monitor.message
    when 'update_checks_failed' then failed.message
    when 'never_connected' then site.disconnected_reason
    when 'disconnected' then site.disconnected_reason
    when 'sync_failed' then site.sync_error
    when 'sync_incomplete' then site.sync_error end, '')`

// An older version of Flotilla recorded only the last failure.
const failingSince = sql`case when site.sync_failing_since > coalesce(site.last_sync, '-infinity')
    then site.sync_failing_since else site.last_sync_attempt end`

const since = sql`case cause
    when 'down' then monitor.failing_since
    when 'checked_again' then monitor.failing_since
    when 'update_checks_failed' then failed.failed_at
    when 'update_unchecked' then failed.failed_at
    when 'sync_failed' then ${failingSince}
    when 'sync_incomplete' then coalesce(site.sync_failing_since, site.last_sync_attempt)
    when 'stale' then site.last_sync
    when 'moved' then site.address_changed_at
    when 'never_synced' then site.created_at
    when 'never_connected' then coalesce(site.status_since, site.created_at)
    when 'disconnected' then site.status_since
    when 'suspended' then site.status_since
    when 'suspended_with_client' then site.status_since end`

/** The feature updates writes a row for each site whose last checks after updates failed. What was seen at a former address is over. */
const failedChecks = sql`failed_site_checks as failed on failed.site_id = site.id
    and failed.failed_at > coalesce(site.address_changed_at, '-infinity')`

/** A column `condition` for a list with the id of the site in `siteId`: a StoredCondition, read by primary keys. */
export const conditionColumn = (siteId: string, rules: ConditionRules): Fragment => sql`(
    select json_build_object('state', decided.state, 'cause', cause, 'detail', ${detail}, 'since', ${since})
    from sites as site join monitors as monitor on monitor.site_id = site.id left join ${failedChecks},
      lateral (select ${stateOf(rules)}) as decided (state), lateral (select ${causeOf(rules)}) as explained (cause)
    where site.id = ${sql.ref(siteId)}) as condition`

/** The ids of all sites in this state. */
export const sitesInState = (state: ConditionState, rules: ConditionRules): Fragment =>
  sql`select site.id from sites as site left join ${failingMonitors} on monitor.site_id = site.id left join ${failedChecks}
    where ${stateOf(rules)} = ${state}`

// No other monitors matter for the state; an index has these.
const failingMonitors = sql`(select site_id, status, active from monitors where status in ('pending', 'down')) as monitor`
const nothingFailed = sql`(select null::text as status, null::boolean as active) as monitor, (select null::text as state) as failed`

/** Counts all sites as if nothing failed, which one index answers, and corrects the sites whose monitor or last checks fail. */
export async function countConditions(
  db: Database,
  limits: Limits | null,
  rules: ConditionRules,
): Promise<Record<ConditionState, number>> {
  const isVisible = siteIsVisible('site', limits)
  const failing = sql`select site.* from sites as site where ${isVisible} and site.id in (
    select site_id from ${failingMonitors} union select site_id from failed_site_checks)`
  const rows = await queryRows(
    db,
    sql<{ state: ConditionState; sites: number }>`select state, sum(sites)::integer as sites from (
        select ${stateOf(rules)} as state, count(*) as sites from sites as site, ${nothingFailed} where ${isVisible} group by 1
        union all
        select ${stateOf(rules)}, -1 from (${failing}) as site, ${nothingFailed}
        union all
        select ${stateOf(rules)}, 1 from (${failing}) as site left join ${failingMonitors} on monitor.site_id = site.id
          left join ${failedChecks}
      ) as counted group by state`,
  )
  return { ...noSites, ...Object.fromEntries(rows.map(({ state, sites }) => [state, sites])) }
}

const noSites: Record<ConditionState, number> = {
  ok: 0,
  unknown: 0,
  stale: 0,
  degraded: 0,
  disconnected: 0,
  down: 0,
  suspended: 0,
}
