import type { Selectable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { PaymentStatus } from './task.ts'
import { taskAmountsSql } from './task-amounts.ts'
import type { TimeSettings } from './time-settings.ts'
import type { TimeTaskTable } from './time-table.ts'
import type { TaskStatus, TimerState } from './timer.ts'
import { visibleTasksSql } from './visible-tasks.ts'

export type TaskRow = Selectable<TimeTaskTable> & {
  client_name: string | null
  bucket_title: string | null
  sites: { id: number; url: string; name: string }[]
  running_since: Date | null
  running_for: string | null
  seconds: number
  billed_seconds: number
  rate: string | null
  total: string | null
  format: TimeSettings
}

export interface TaskFilter {
  startDate?: string | undefined
  endDate?: string | undefined
  taskStatus: TaskStatus | 'any'
  paymentStatus: PaymentStatus | 'any'
  timer: TimerState | 'any'
  clientIds?: number[] | undefined
  siteId?: number | undefined
  bucketId?: number | undefined
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export const everyTask = (limits: Limits | null): TaskFilter => ({
  taskStatus: 'any',
  paymentStatus: 'any',
  timer: 'any',
  search: '',
  include: [],
  exclude: [],
  limits,
})

export const taskOrders = { date: 'date', id: 'id', title: 'lower(title)', updated_at: 'updated_at' } as const
export interface TaskPage {
  page: number
  perPage: number
  orderBy: keyof typeof taskOrders
  order: 'asc' | 'desc'
}

/** Converts filters to conditions in a fixed order; parameter 1 is the current time, 2 and 3 the limits if any. */
export function conditionOf(filter: TaskFilter, now: Date) {
  const parts: string[] = []
  const values: unknown[] = [now]
  let key = ''
  const add = (letter: string, sql: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(sql(...given.map((value) => values.push(value))))
  }
  const { limits, search, include, exclude } = filter
  if (limits) add('l', (a, b) => visibleTasksSql('task', a!, b!), ...limitValues(limits))
  if (filter.startDate) add('a', (at) => `task.date >= $${at}::date`, filter.startDate)
  if (filter.endDate) add('z', (at) => `task.date <= $${at}::date`, filter.endDate)
  if (filter.taskStatus !== 'any') add('s', (at) => `task.task_status = $${at}`, filter.taskStatus)
  if (filter.paymentStatus !== 'any') add('p', (at) => `task.payment_status = $${at}`, filter.paymentStatus)
  if (filter.timer !== 'any') add('t', (at) => `task.timer = $${at}`, filter.timer)
  if (filter.clientIds) add('c', (at) => `task.client_id = any ($${at}::bigint[])`, filter.clientIds)
  if (filter.bucketId !== undefined) add('b', (at) => `task.bucket_id = $${at}`, filter.bucketId)
  if (filter.siteId !== undefined)
    add('w', (at) => `task.id in (select task_id from time_task_sites where site_id = $${at})`, filter.siteId)
  // strpos rather than LIKE: a % in the search is a %.
  if (search !== '') add('q', (at) => `strpos(lower(task.title || ' ' || task.description), lower($${at})) > 0`, search)
  if (include.length > 0) add('i', (at) => `task.id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `task.id <> all ($${at}::bigint[])`, exclude)
  return { key, sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

/** Selects the page first, so that amounts are computed only for its tasks. */
export async function listTasks(
  db: Database,
  filter: TaskFilter,
  { page, perPage, orderBy, order }: TaskPage,
  now: Date,
): Promise<TaskRow[]> {
  const { key, sql, values } = conditionOf(filter, now)
  const at = values.length
  const sorted = `${taskOrders[orderBy]} ${order}, id ${order}`
  return db.fetch(
    statement<TaskRow>(
      `time-tasks-${key}-${orderBy}-${order}`,
      `select task.*, clients.name as client_name, bucket.title as bucket_title, row_to_json(format) as format,
         spent.seconds, billed.seconds as billed_seconds, billed.rate, price.total,
         open_entry.started_at as running_since, open_entry.user_name as running_for,
         coalesce((select json_agg(json_build_object('id', sites.id, 'url', sites.url, 'name', sites.name) order by sites.url)
           from time_task_sites join sites on sites.id = site_id where task_id = task.id
           ${filter.limits ? `and ${visibleSitesSql('sites', 2, 3)}` : ''}), '[]') as sites
       from (select * from time_tasks as task where ${sql} order by ${sorted} limit $${at + 1} offset $${at + 2}) as task
       left join clients on clients.id = task.client_id
       left join time_entries as open_entry on open_entry.task_id = task.id and open_entry.ended_at is null
       ${taskAmountsSql(1)}
       order by ${sorted.replaceAll(/\b(date|id|title|updated_at)\b/g, 'task.$1')}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

export interface AmountRow {
  client_id: number | null
  currency: string
  payment_status: PaymentStatus
  tasks: number
  seconds: number
  billed_seconds: number
  total: string
}

/** Sums of all matching tasks by client, currency and payment status. */
export async function sumTasks(db: Database, filter: TaskFilter, now: Date): Promise<AmountRow[]> {
  const { key, sql, values } = conditionOf(filter, now)
  const text = `select task.client_id, format.currency, task.payment_status, count(*) as tasks,
      sum(spent.seconds)::bigint as seconds, sum(billed.seconds)::bigint as billed_seconds,
      coalesce(sum(price.total), 0) as total
    from time_tasks as task ${taskAmountsSql(1)} where ${sql}
    group by task.client_id, format.currency, task.payment_status`
  return db.fetch(statement<AmountRow>(`time-sums-${key}`, text), values)
}
