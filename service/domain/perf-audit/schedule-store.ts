import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export interface DueSite {
  id: number
  url: string
}

const week = 7 * 86_400

/** Each site has its own minute of the week, spread evenly by the golden ratio. */
const offsetInWeek = sql`(sites.id * 0.618033988749895::float8 - floor(sites.id * 0.618033988749895::float8))`
const nextRunAt = (now: Date) => sql`
  to_timestamp((floor(${now.getTime() / 1000}::float8 / ${week} - ${offsetInWeek}) + 1 + ${offsetInWeek}) * ${week})`

/** Schedules new sites within the week, so that a new fleet is not audited all at once. */
export async function insertMissingSchedules(trx: Db, now: Date): Promise<void> {
  await sql`
    insert into perf_turns (site_id, next_at)
    select id, ${nextRunAt(now)} from sites where not exists (select from perf_turns where site_id = sites.id)
    on conflict do nothing`.execute(trx)
}

/** Takes due sites, the longest overdue first. Concurrent callers get different sites. */
export async function takeDueSites(trx: Db, { now, max }: { now: Date; max: number }): Promise<DueSite[]> {
  const { rows } = await sql<DueSite>`
    with due as (
      select site_id from perf_turns where next_at <= ${now} order by next_at limit ${max} for update skip locked),
    moved as (
      update perf_turns set next_at = ${nextRunAt(now)} from due join sites on sites.id = due.site_id
      where due.site_id = perf_turns.site_id returning perf_turns.site_id)
    select id, url from sites join moved on moved.site_id = sites.id where suspended_by = 'none' order by id`.execute(
    trx,
  )
  return rows
}

/** For dry runs. */
export async function countDueSites(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from sites join perf_turns on site_id = sites.id
    where suspended_by = 'none' and next_at <= ${now}`.execute(db)
  return rows[0]!.due
}

/** Whether the last batch is still running; another one would only wait. */
export async function hasRunningJob(db: Db, kind: string): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where kind = ${kind} and status in ('pending', 'processing') limit 1`.execute(db)
  return rows.length > 0
}
