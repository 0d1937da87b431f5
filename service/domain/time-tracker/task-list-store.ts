import { type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
import { siteIsVisible } from '../sites/index.ts'
import type { PaymentStatus } from './task.ts'
import { taskAmounts } from './task-amount-store.ts'
import type { TimeSettings } from './time-settings.ts'
import type { TimeTaskTable } from './time-table.ts'
import type { TaskStatus, TimerState } from './timer.ts'
import { taskIsVisible } from './visible-tasks-store.ts'

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

function conditionOf(filter: TaskFilter): Fragment {
  const conditions = [taskIsVisible(filter.limits)]
  const add = (condition: Fragment) => conditions.push(condition)
  const { search, include, exclude } = filter
  if (filter.startDate) add(sql`task.date >= ${filter.startDate}::date`)
  if (filter.endDate) add(sql`task.date <= ${filter.endDate}::date`)
  if (filter.taskStatus !== 'any') add(sql`task.task_status = ${filter.taskStatus}`)
  if (filter.paymentStatus !== 'any') add(sql`task.payment_status = ${filter.paymentStatus}`)
  if (filter.timer !== 'any') add(sql`task.timer = ${filter.timer}`)
  if (filter.clientIds) add(sql`task.client_id = any (${filter.clientIds}::bigint[])`)
  if (filter.bucketId !== undefined) add(sql`task.bucket_id = ${filter.bucketId}`)
  if (filter.siteId !== undefined) {
    add(sql`task.id in (select task_id from time_task_sites where site_id = ${filter.siteId})`)
  }
  // strpos rather than LIKE: a % in the search is a %.
  if (search !== '') add(sql`strpos(lower(task.title || ' ' || task.description), lower(${search})) > 0`)
  if (include.length > 0) add(sql`task.id = any (${include}::bigint[])`)
  if (exclude.length > 0) add(sql`task.id <> all (${exclude}::bigint[])`)
  return allOf(conditions)
}

/** Selects the page first, so that amounts are computed only for its tasks. */
export async function listTasks(
  db: Database,
  filter: TaskFilter,
  { page, perPage, orderBy, order }: TaskPage,
  now: Date,
): Promise<TaskRow[]> {
  const sorting = `${taskOrders[orderBy]} ${order}, id ${order}`
  return queryRows(
    db,
    sql<TaskRow>`select task.*, clients.name as client_name, bucket.title as bucket_title, row_to_json(format) as format,
        spent.seconds, billed.seconds as billed_seconds, billed.rate, price.total,
        open_entry.started_at as running_since, open_entry.user_name as running_for,
        coalesce((select json_agg(json_build_object('id', sites.id, 'url', sites.url, 'name', sites.name) order by sites.url)
          from time_task_sites join sites on sites.id = site_id
          where task_id = task.id and ${siteIsVisible('sites', filter.limits)}), '[]') as sites
      from (
        select * from time_tasks as task where ${conditionOf(filter)}
        order by ${sql.raw(sorting)} limit ${perPage} offset ${(page - 1) * perPage}
      ) as task
      left join clients on clients.id = task.client_id
      left join time_entries as open_entry on open_entry.task_id = task.id and open_entry.ended_at is null
      ${taskAmounts(now)}
      order by ${sql.raw(sorting.replaceAll(/\b(date|id|title|updated_at)\b/g, 'task.$1'))}`,
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
  return queryRows(
    db,
    sql<AmountRow>`select task.client_id, format.currency, task.payment_status, count(*) as tasks,
        sum(spent.seconds)::bigint as seconds, sum(billed.seconds)::bigint as billed_seconds,
        coalesce(sum(price.total), 0) as total
      from time_tasks as task ${taskAmounts(now)} where ${conditionOf(filter)}
      group by task.client_id, format.currency, task.payment_status`,
  )
}
