import { todayOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import { present } from '../../platform/present.ts'
import { sumUsedSeconds } from './balance-store.ts'
import type { TimeBucket } from './bucket.ts'
import { type BucketPeriod, periodAt } from './bucket-period.ts'
import { type BucketRow, listBuckets } from './bucket-store.ts'
import { bucketNotFound } from './time-errors.ts'

type ReadContext = Pick<Context, 'db' | 'actor' | 'clock' | 'settings'>

const anyBucket = { recurrence: 'any', search: '', exclude: [] } as const
const everything = { page: 1, orderBy: 'id', order: 'asc' } as const

/** Throws not found for a limited key that sees none of the bucket's clients. */
export async function requireBucket(context: ReadContext, id: number): Promise<TimeBucket> {
  const filter = { ...anyBucket, exclude: [], include: [id], limits: context.actor.limits }
  const [row] = await listBuckets(context.db, filter, { ...everything, perPage: 1 })
  if (!row) throw bucketNotFound(id)
  return present((await toBuckets(context, [row]))[0], 'the bucket')
}

/** The client's first buckets by title that the caller may see. */
export async function listClientBuckets(context: ReadContext, clientId: number, max: number): Promise<TimeBucket[]> {
  const filter = { ...anyBucket, exclude: [], include: [], clientId, limits: context.actor.limits }
  const page = { page: 1, perPage: max, orderBy: 'title', order: 'asc' } as const
  return toBuckets(context, await listBuckets(context.db, filter, page))
}

/** With the remaining time of each in its current period. */
export async function toBuckets(context: ReadContext, rows: readonly BucketRow[]): Promise<TimeBucket[]> {
  const periods = periodsOf(context, rows)
  const used = await sumUsedSeconds(context.db, periods, context.clock.now())
  return rows.map((row) =>
    toBucket(row, present(periods.get(row.id), 'the period of the bucket'), used.get(row.id) ?? 0),
  )
}

function toBucket(row: BucketRow, period: BucketPeriod, used: number): TimeBucket {
  const remaining = row.seconds - used
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    hours: asHours(row.seconds),
    hourly_price: row.hourly_price === null ? null : Number(row.hourly_price),
    recurrence: row.recurrence,
    start_date: row.starts_on,
    clients: row.clients,
    period,
    next_reset: period.until,
    used_duration: used,
    remaining_duration: remaining,
    remaining_hours: asHours(remaining),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

const asHours = (seconds: number) => Math.round((seconds / 3600) * 10_000) / 10_000

const periodsOf = (context: ReadContext, rows: readonly Pick<BucketRow, 'id' | 'recurrence' | 'starts_on'>[]) => {
  const today = todayOf(context)
  return new Map(rows.map(({ id, recurrence, starts_on }) => [id, periodAt(today, recurrence, starts_on)]))
}

/** Remaining seconds per bucket, also of buckets that the caller may not see: a task shows what it counts down from. */
export async function remainingSeconds(context: ReadContext, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const filter = { ...anyBucket, exclude: [], include: [...ids], limits: null }
  const rows = await listBuckets(context.db, filter, { ...everything, perPage: ids.length })
  const buckets = await toBuckets(context, rows)
  return new Map(buckets.map(({ id, remaining_duration }) => [id, remaining_duration]))
}
