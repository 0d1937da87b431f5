import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export interface DueSite {
  id: number
  url: string
}

const day = 86_400

/** Schedules new sites at once. Deletes results of former addresses. */
export async function insertMissingSchedules(trx: Db, now: Date): Promise<void> {
  await sql`
    delete from ssl_checks using sites
    where sites.id = site_id and ssl_checks.checked_at is not null and ssl_checks.url <> sites.url`.execute(trx)
  await sql`
    insert into ssl_checks (site_id, next_at)
    select id, ${now} from sites where not exists (select from ssl_checks where site_id = sites.id)
    on conflict do nothing`.execute(trx)
}

/**
 * Takes due sites, the longest overdue first, and schedules the next run: each site has its own time of the
 * day, spread evenly by the golden ratio. Concurrent callers get different sites.
 */
export async function takeDueSites(trx: Db, { now, max }: { now: Date; max: number }): Promise<DueSite[]> {
  const { rows } = await sql<DueSite>`
    with due as (
      select site_id from ssl_checks where next_at <= ${now} order by next_at limit ${max} for update skip locked),
    moved as (
      update ssl_checks set next_at = ${nextRunAt(now)}
      from due where due.site_id = ssl_checks.site_id returning ssl_checks.site_id)
    select id, url from sites join moved on moved.site_id = sites.id where suspended_by = 'none' order by id`.execute(
    trx,
  )
  return rows
}

const nextRunAt = (now: Date) => sql`
  to_timestamp((floor(${now.getTime() / 1000}::float8 / ${day} - ${offsetInDay}) + 1 + ${offsetInDay}) * ${day})`
const offsetInDay = sql`(ssl_checks.site_id * 0.618033988749895::float8
  - floor(ssl_checks.site_id * 0.618033988749895::float8))`

/** For dry runs. */
export async function countDueSites(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from sites left join ssl_checks on site_id = sites.id
    where suspended_by = 'none' and coalesce(next_at, ${now}) <= ${now}`.execute(db)
  return rows[0]!.due
}
