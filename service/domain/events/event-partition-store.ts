import { sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { codeOf } from '../../platform/error-facts.ts'

/** A week of events, from Monday in UTC. */
export interface EventWeek {
  from: Date
  to: Date
}

const weekMs = 7 * 86_400_000
const mondayMs = Date.UTC(1970, 0, 5)

export function eventWeekOf(time: Date): EventWeek {
  const from = mondayMs + Math.floor((time.getTime() - mondayMs) / weekMs) * weekMs
  return { from: new Date(from), to: new Date(from + weekMs) }
}

const defaultPartition = sql.table('events_default')
const prefix = 'events_from_'
const nameOf = ({ from }: EventWeek) => `${prefix}${from.toISOString().slice(0, 10).replaceAll('-', '_')}`

/** The weeks that have a partition, oldest first. */
export async function listEventWeeks(db: Db): Promise<EventWeek[]> {
  const rows = await queryRows(
    db,
    sql<{ name: string }>`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'events'::regclass order by relname`,
  )
  return rows
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name }) => eventWeekOf(new Date(name.slice(prefix.length).replaceAll('_', '-'))))
}

/** Readers and writers wait behind a waiting lock; so it gives up soon, and the work is repeated later. */
const lockTimeout = sql`set local lock_timeout = '1s'`
const isLockTimeout = (error: unknown) => codeOf(error) === '55P03'

/** Creates the partition of a week, with its events that are in the default partition. False if the tables are in use. */
export async function createEventPartition(db: Database, week: EventWeek): Promise<boolean> {
  const name = nameOf(week)
  const [from, to] = [week.from.toISOString(), week.to.toISOString()]
  return unlessInUse(db, async (trx) => {
    if ((await listEventWeeks(trx)).some((each) => each.from.getTime() === week.from.getTime())) return
    await sql`lock table ${defaultPartition} in access exclusive mode`.execute(trx)
    await sql`create table ${sql.table(name)} (like events including defaults including constraints)`.execute(trx)
    await sql`with moved as (
        delete from ${defaultPartition} where published_at >= ${from} and published_at < ${to} returning *)
      insert into ${sql.table(name)} select * from moved`.execute(trx)
    await sql`alter table events attach partition ${sql.table(name)} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
      trx,
    )
  })
}

/** Drops the partition of a week and returns the number of its events; null if it is in use. */
export async function dropEventPartition(db: Database, week: EventWeek): Promise<number | null> {
  let events = 0
  const isDropped = await unlessInUse(db, async (trx) => {
    const rows = await queryRows(
      trx,
      sql<{
        events: number
      }>`select count(*) as events from events where published_at >= ${week.from} and published_at < ${week.to}`,
    )
    events = oneRow(rows).events
    await sql`drop table if exists ${sql.table(nameOf(week))}`.execute(trx)
  })
  return isDropped ? events : null
}

/** Deletes events of before then that have no partition of their own. */
export async function deleteEventsOutsideWeeks(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await queryRows(
    db,
    sql`delete from events where id in (select id from ${defaultPartition} where published_at < ${before} limit ${limit})
      and published_at < ${before} returning id`,
  )
  return rows.length
}

async function unlessInUse(db: Database, work: (trx: Db) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await lockTimeout.execute(trx)
      await queryRows(trx, sql`select pg_advisory_xact_lock(${advisoryLocks.eventPartitions})`)
      await work(trx)
    })
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}
