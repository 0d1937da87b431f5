import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, searchedSitesSql, searchPattern, visibleSitesSql } from '../sites/index.ts'
import type { MonitorStatus } from './monitor.ts'
import type { OwnColumns } from './monitor-settings.ts'

export interface MonitorFilter {
  status: MonitorStatus | 'any'
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
  /** Whether monitors without a setting of their own are on. */
  activeByDefault: boolean
}

export const monitorOrders = {
  url: 'url',
  name: 'lower(name)',
  id: 'sites.id',
  checked_at: 'monitors.checked_at',
} as const
export interface MonitorPage {
  page: number
  perPage: number
  orderBy: keyof typeof monitorOrders
  order: 'asc' | 'desc'
}

export interface MonitorRow extends OwnColumns {
  id: number
  url: string
  name: string
  shown_status: MonitorStatus
  checked_at: Date | null
  http_code: number
  message: string
  address: string | null
}

/** A monitor that is off or whose site is suspended is paused. */
const shownStatus = (activeAt: number) =>
  `case when suspended_by <> 'none' or not coalesce(monitors.active, $${activeAt}::boolean) then 'paused' else monitors.status end`

const columns = `sites.id, url, name, ${shownStatus(1)} as shown_status, monitors.checked_at, monitors.http_code, message,
  address, active, interval_seconds, timeout_ms, max_retries, type, method, expected_status, keyword`
const tables = 'sites join monitors on monitors.site_id = sites.id'

interface Condition {
  /** One letter per condition: filters with the same letters share one prepared statement. */
  key: string
  sql: string
  values: unknown[]
}

function conditionOf({ status, search, include, exclude, limits, activeByDefault }: MonitorFilter): Condition {
  const parts: string[] = []
  const values: unknown[] = [activeByDefault]
  let key = ''
  const add = (letter: string, sql: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(sql(...given.map((value) => values.push(value))))
  }
  // Redundant condition, so that the few failing monitors are found by their index.
  if (status === 'down' || status === 'pending') add(status[0]!, () => `monitors.status = '${status}'`)
  if (status !== 'any') add('s', (at) => `${shownStatus(1)} = $${at}`, status)
  if (search !== '') add('q', (at) => searchedSitesSql('sites', at!), searchPattern(search))
  if (include.length > 0) add('i', (at) => `sites.id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `sites.id <> all ($${at}::bigint[])`, exclude)
  if (limits) add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  return { key, sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

export async function listMonitorRows(
  db: Database,
  filter: MonitorFilter,
  { page, perPage, orderBy, order }: MonitorPage,
): Promise<MonitorRow[]> {
  const { key, sql, values } = conditionOf(filter)
  const at = values.length
  return db.fetch(
    statement<MonitorRow>(
      `monitors-page-${key}-${orderBy}-${order}`,
      `select ${columns} from ${tables} where ${sql}
       order by ${monitorOrders[orderBy]} ${order}, sites.id ${order} limit $${at + 1} offset $${at + 2}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

export async function countMonitorRows(db: Database, filter: MonitorFilter): Promise<number> {
  const { key, sql, values } = conditionOf(filter)
  // Every site has a monitor: without a status filter, counting sites is enough.
  const from = filter.status === 'any' ? 'sites' : tables
  const [row] = await db.fetch(
    statement<{ total: number }>(
      `monitors-count-${key}`,
      `select count(*) as total from ${from} where ${sql} and $1::boolean is not null`,
    ),
    values,
  )
  return row!.total
}

const monitorOfSite = statement<MonitorRow>('monitor-shown', `select ${columns} from ${tables} where sites.id = $2`)

export async function findMonitor(
  db: Database,
  siteId: number,
  activeByDefault: boolean,
): Promise<MonitorRow | undefined> {
  return (await db.fetch(monitorOfSite, [activeByDefault, siteId]))[0]
}
