import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { isCheckStale, siteIdIsVisible, siteIsVisible, siteMatches } from '../sites/index.ts'
import type { MonitorStatus } from './monitor.ts'
import type { MonitorRules, OwnColumns } from './monitor-settings.ts'

export interface MonitorFilter {
  status: MonitorStatus | 'stale' | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
  rules: MonitorRules
}

export const monitorOrders = {
  url: 'url',
  name: 'lower(name)',
  id: 'sites.id',
  checked_at: 'monitors.checked_at',
} as const

/** Down first; those that are not checked last. */
const statusRank = (rules: MonitorRules): Fragment =>
  sql`array_position(array['down', 'pending', 'never_reached', 'stale', 'first', 'up', 'paused'], ${countedStatus(rules)})`

export interface MonitorPage {
  page: number
  perPage: number
  orderBy: keyof typeof monitorOrders | 'status'
  order: 'asc' | 'desc'
}

export interface MonitorRow extends OwnColumns {
  id: number
  url: string
  name: string
  shown_status: MonitorStatus
  is_stale: boolean
  checked_at: Date | null
  known_since: Date | null
  http_code: number
  message: string
  address: string | null
}

/** A monitor that is off or whose site is suspended is paused. */
const shownStatus = ({ activeByDefault }: MonitorRules): Fragment =>
  sql`case when suspended_by <> 'none' or not coalesce(monitors.active, ${activeByDefault}::boolean) then 'paused'
    else monitors.status end`

/** A site that was up at its last check, which was too long ago, is not counted as up. */
const countedStatus = (rules: MonitorRules): Fragment =>
  sql`case ${shownStatus(rules)} when 'up' then case when ${isCheckStale('monitors', rules)} then 'stale' else 'up' end
    else ${shownStatus(rules)} end`

const columns = (rules: MonitorRules): Fragment =>
  sql`sites.id, url, name, ${shownStatus(rules)} as shown_status, ${isCheckStale('monitors', rules)} as is_stale, monitors.checked_at, known_since, monitors.http_code,
    message, address, active, interval_seconds, timeout_ms, max_retries, type, method, expected_status, keyword`
const tables = sql`sites join monitors on monitors.site_id = sites.id`

function conditionOf({ status, search, include, exclude, limits, rules }: MonitorFilter): Fragment {
  const conditions: Fragment[] = [siteIsVisible('sites', limits)]
  // Redundant condition, so that the few failing monitors are found by their index.
  if (status === 'down' || status === 'pending') conditions.push(sql`monitors.status = ${sql.lit(status)}`)
  if (status !== 'any') conditions.push(sql`${countedStatus(rules)} = ${status}`)
  if (search !== '') conditions.push(siteMatches('sites', search))
  if (include.length > 0) conditions.push(sql`sites.id = any (${include}::bigint[])`)
  if (exclude.length > 0) conditions.push(sql`sites.id <> all (${exclude}::bigint[])`)
  return allOf(conditions)
}

const orderOf = (rules: MonitorRules, orderBy: MonitorPage['orderBy'], order: 'asc' | 'desc'): Fragment =>
  orderBy === 'status'
    ? sql`${statusRank(rules)} ${sql.raw(order)}, lower(name), sites.id`
    : sql.raw(`${monitorOrders[orderBy]} ${order}, sites.id ${order}`)

export async function listMonitorRows(
  db: Database,
  filter: MonitorFilter,
  { page, perPage, orderBy, order }: MonitorPage,
): Promise<MonitorRow[]> {
  return queryRows(
    db,
    sql<MonitorRow>`select ${columns(filter.rules)} from ${tables} where ${conditionOf(filter)}
      order by ${orderOf(filter.rules, orderBy, order)}
      limit ${perPage} offset ${(page - 1) * perPage}`,
  )
}

export async function countMonitorRows(db: Database, filter: MonitorFilter): Promise<number> {
  // Every site has a monitor: without a status filter, counting sites is enough.
  const from = filter.status === 'any' ? sql`sites` : tables
  const query = sql<{ total: number }>`select count(*) as total from ${from} where ${conditionOf(filter)}`
  return oneRow(await queryRows(db, query)).total
}

export async function findMonitor(db: Database, siteId: number, rules: MonitorRules): Promise<MonitorRow | undefined> {
  const query = sql<MonitorRow>`select ${columns(rules)} from ${tables} where sites.id = ${siteId}`
  return (await queryRows(db, query))[0]
}

export interface MonitoredCounts {
  sites: number
  monitored: number
  checked: number
  down: number
}

/** Counts without the wide rows of `sites`; every site has a monitor. Of the sites that are not suspended: all, those whose monitor is on, those of them checked lately, and those down. */
export async function countMonitored(
  db: Database,
  limits: Limits | null,
  rules: MonitorRules,
): Promise<MonitoredCounts> {
  const isOn = sql`coalesce(monitors.active, ${rules.activeByDefault}::boolean)`
  const isChecked = sql`monitors.checked_at is not null and not ${isCheckStale('monitors', rules)}`
  const query = sql<MonitoredCounts>`select count(*) as sites, count(*) filter (where ${isOn}) as monitored,
      count(*) filter (where ${isOn} and ${isChecked}) as checked,
      count(*) filter (where ${isOn} and monitors.status = 'down') as down
    from monitors where ${siteIdIsVisible('site_id', limits)}
      and not exists (select from sites where sites.id = site_id and suspended_by <> 'none')`
  return oneRow(await queryRows(db, query))
}
