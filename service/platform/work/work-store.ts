import { sql } from 'kysely'
import { type Db, queryRows } from '../database/database.ts'
import { allOf, type Fragment } from '../database/fragments.ts'
import type { Tables } from '../database/tables.ts'

/**
 * A table of work. It has the columns `state`, `attempts`, `leased_by` and `leased_until`. Leases are measured by the clock of
 * the database: the clocks of machines may differ.
 */
export interface WorkTable<Key extends string = string> {
  table: keyof Tables & string
  /** Numbers; the last one identifies the row among those of one `scope`. */
  key: readonly [...Key[], Key]
  /** The states of work that waits and of work that a worker has. */
  states: { waiting: string; leased: string }
}

export interface Lease {
  holder: string
  seconds: number
}

interface Selection {
  /** Names the rows along an index, such as the targets of one job. */
  scope: Fragment
  /** What else has to be true of a row, such as that it is due. */
  conditions?: readonly Fragment[]
  orderBy: Fragment
  limit?: number
  /** Other columns to set. */
  set?: Fragment
}

/** Takes work that waits, and work whose worker stopped renewing its lease. Concurrent callers get different rows. */
export function leaseWork<Row>(db: Db, work: WorkTable, selection: Selection, lease: Lease): Promise<Row[]> {
  const { scope, conditions = [], orderBy, limit, set } = selection
  const { waiting, leased } = work.states
  const [table, key] = [sql.table(work.table), sql.ref(work.key.at(-1) ?? '')]
  // `any (array (…))` is evaluated once. PostgreSQL may evaluate `in (…)` for every row of the scope: while the statistics do not
  // include them yet, it expects one.
  return queryRows(
    db,
    sql<Row>`update ${table} set state = ${leased}, attempts = attempts + 1, leased_by = ${lease.holder},
        leased_until = now() + make_interval(secs => ${lease.seconds})${set ? sql`, ${set}` : sql``}
      where ${scope} and ${key} = any (array (
        select ${key} from ${table} where ${allOf([scope, ...conditions])}
          and (state = ${waiting} or (state = ${leased} and coalesce(leased_until, '-infinity') < now()))
        order by ${orderBy} ${limit === undefined ? sql`` : sql`limit ${limit}`} for update skip locked))
      returning *`,
  )
}

/** Returns the rows that no other worker has taken. */
export async function renewWork<Key extends string, Row extends Record<Key, number>>(
  db: Db,
  { table, key, states }: WorkTable<Key>,
  { holder, seconds }: Lease,
  rows: readonly Row[],
): Promise<Row[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const given = sql.join(key.map((name) => sql`${rows.map((row) => row[name])}::bigint[]`))
  const isSame = allOf(key.map((name) => sql`stored.${sql.ref(name)} = given.${sql.ref(name)}`))
  const renewed = await queryRows(
    db,
    sql<Record<Key, number>>`
      update ${sql.table(table)} as stored set leased_until = now() + make_interval(secs => ${seconds})
      from unnest(${given}) as given (${columns})
      where ${isSame} and leased_by = ${holder} and state = ${states.leased}
      returning ${sql.join(key.map((name) => sql.ref(`stored.${name}`)))}`,
  )
  const nameOf = (row: Record<Key, number>) => key.map((name) => row[name]).join(' ')
  const kept = new Set(renewed.map(nameOf))
  return rows.filter((row) => kept.has(nameOf(row)))
}

/** Gives up leases of this holder, so that any worker may continue at once; of all rows, or of the given ones. */
export async function releaseWork(db: Db, work: WorkTable, holder: string, rows?: Fragment): Promise<void> {
  await queryRows(
    db,
    sql`update ${sql.table(work.table)} set leased_by = null, leased_until = now()
      where leased_by = ${holder} and state = ${work.states.leased} ${rows ? sql`and ${rows}` : sql``}`,
  )
}
