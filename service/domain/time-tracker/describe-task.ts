import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { present } from '../../platform/present.ts'
import { remainingSeconds } from './describe-bucket.ts'
import { formatDuration, formatMoney } from './format-money.ts'
import type { TimeEntry, TimeTask, TimeTaskDetail } from './task.ts'
import { everyTask, listTasks, type TaskRow } from './task-list-store.ts'
import { listTaskEntries } from './task-store.ts'
import { taskNotFound } from './time-errors.ts'
import { elapsedSince } from './timer.ts'

type ReadContext = Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>

/** Throws not found outside the caller's limits. */
export async function requireTask(context: ReadContext, id: number): Promise<TimeTask> {
  const filter = { ...everyTask(context.actor.limits), include: [id] }
  const page = { page: 1, perPage: 1, orderBy: 'id', order: 'asc' } as const
  const [row] = await listTasks(context.db, filter, page, context.clock.now())
  if (!row) throw taskNotFound(id)
  return present((await toTasks(context, [row]))[0], 'the task')
}

export async function requireTaskDetail(context: ReadContext, id: number): Promise<TimeTaskDetail> {
  const task = await requireTask(context, id)
  return { ...task, entries: await entriesAt(context, id) }
}

export async function toTasks(context: ReadContext, rows: readonly TaskRow[]): Promise<TimeTask[]> {
  const buckets = new Set(rows.flatMap(({ bucket_id }) => bucket_id ?? []))
  const remaining = await remainingSeconds(context, [...buckets])
  return rows.map((row) => toTask(row, row.bucket_id === null ? null : (remaining.get(row.bucket_id) ?? null)))
}

function toTask(row: TaskRow, bucketRemaining: number | null): TimeTask {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    client_id: row.client_id,
    client_name: row.client_name,
    sites: row.sites,
    bucket_id: row.bucket_id,
    bucket_title: row.bucket_title,
    timer_mode: row.timer_mode,
    date: row.date,
    time: row.time_of_day,
    timer: row.timer,
    running_since: isoTime(row.running_since),
    running_for: row.running_for,
    duration: row.seconds,
    duration_text: formatDuration(row.seconds),
    billed_duration: row.billed_seconds,
    bucket_remaining: bucketRemaining,
    hourly_price: row.rate === null ? null : Number(row.rate),
    total_price: row.total === null ? null : Number(row.total),
    total_price_fixed: row.fixed_price !== null,
    total_price_text: row.total === null ? null : formatMoney(row.total, row.format),
    currency: row.format.currency,
    task_status: row.task_status,
    payment_status: row.payment_status,
    created_by: row.created_by,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

async function entriesAt({ db, clock }: ReadContext, taskId: number): Promise<TimeEntry[]> {
  const now = clock.now()
  return (await listTaskEntries(db, taskId)).map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    user: entry.user_name,
    started_at: isoTime(entry.started_at),
    ended_at: isoTime(entry.ended_at),
    duration: Math.floor((entry.milliseconds ?? elapsedSince(entry.started_at, now)) / 1000),
    counted: entry.replaced_at === null,
  }))
}
