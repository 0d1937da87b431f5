import { sql } from 'kysely'
import { type Db, queryRows } from '../database/database.ts'
import { allOf, type Fragment } from '../database/fragments.ts'
import type { Tables } from '../database/tables.ts'
import { transition, type WorkEnd, type WorkState } from './lifecycle.ts'

/**
 * A table of work. It has the columns `state`, `attempts`, `leased_by` and `leased_until`. Leases are measured by the clock of
 * the database: the clocks of machines may differ.
 */
export interface WorkTable<Key extends string = string> {
  table: keyof Tables & string
  /** Numbers; the last one identifies the row among those of one `scope`. */
  key: readonly [...Key[], Key]
  /** What the column `state` has in each state of the lifecycle. */
  states: { waiting: string; leased: string } & Record<WorkEnd, string>
}

/** Work that a worker has leased. */
export interface LeasedRow {
  attempts: number
  leased_by: string | null
}

/**
 * Ends a worker's attempt, as the lifecycle decides: the work ends, or waits for the next attempt. `set` has further
 * columns. Null: another worker has it, or it has ended meanwhile, and nothing was written.
 */
export async function settleWork<Key extends string>(
  db: Db,
  { table, key, states }: WorkTable<Key>,
  row: LeasedRow & Record<Key, number>,
  event: EndOfAttempt,
  set: Fragment,
): Promise<WorkState | null> {
  const { isCancelling = false, ...result } = event
  const holder = row.leased_by ?? ''
  const held: WorkState = { name: 'leased', holder, until: 0, hasBegun: true, isCancelling, ...livesOf(row) }
  const next = transition(held, { ...result, holder }, { maxAttempts: Number.POSITIVE_INFINITY })
  const state = next.name === 'ended' ? states[next.end] : states.waiting
  const dueAt = next.name === 'waiting' ? sql`, due_at = ${new Date(next.dueAt)}` : sql``
  const isRow = allOf(key.map((name) => sql`${sql.ref(name)} = ${row[name]}`))
  const written = await queryRows(
    db,
    sql`update ${sql.table(table)} set state = ${state}, leased_by = null, leased_until = null${dueAt}, ${set}
      where ${isRow} and state = ${states.leased} and leased_by = ${holder} and attempts = ${row.attempts} returning 1 as written`,
  )
  return written.length > 0 ? next : null
}

const livesOf = ({ attempts }: LeasedRow) => ({ attempts, retries: 0 })

/** `isCancelling`: it is not to be tried again. */
export type EndOfAttempt = ({ name: 'finish'; end: WorkEnd } | { name: 'retry-later'; dueAt: number | null }) & {
  isCancelling?: boolean
}

export interface Lease {
  holder: string
  seconds: number
}

interface Selection {
  /** The rows among which the key identifies one, such as the targets of one job; without it, the whole table. */
  scope?: Fragment
  /** What has to be true of a row, such as that it is due. */
  conditions?: readonly Fragment[]
  orderBy: Fragment
  limit?: number
}

/**
 * Changes the first rows of a selection and returns them. Concurrent callers get different rows: one that another process is taking is
 * left to it. The rows are those that workers take: work, and schedules that are due.
 */
export function takeRows<Row>(
  db: Db,
  { table, key }: { table: keyof Tables & string; key: string },
  { scope = sql`true`, conditions = [], orderBy, limit }: Selection,
  { set, returning = sql`*` }: { set: Fragment; returning?: Fragment },
): Promise<Row[]> {
  // `any (array (…))` is evaluated once. PostgreSQL may evaluate `in (…)` for every row of the scope: while the statistics do not
  // include them yet, it expects one.
  return queryRows(
    db,
    sql<Row>`update ${sql.table(table)} set ${set} where ${scope} and ${sql.ref(key)} = any (array (
        select ${sql.ref(key)} from ${sql.table(table)} where ${allOf([scope, ...conditions])}
        order by ${orderBy} ${limit === undefined ? sql`` : sql`limit ${limit}`} for update skip locked))
      returning ${returning}`,
  )
}

/** Takes work that waits, and work whose worker stopped renewing its lease. */
export function leaseWork<Row>(
  db: Db,
  { table, key, states: { waiting, leased } }: WorkTable,
  selection: Selection & { set?: Fragment },
  lease: Lease,
): Promise<Row[]> {
  const { conditions = [], set } = selection
  const isFree = sql`(state = ${waiting} or (state = ${leased} and coalesce(leased_until, '-infinity') < now()))`
  const leasing = sql`state = ${leased}, attempts = attempts + 1, leased_by = ${lease.holder},
    leased_until = now() + make_interval(secs => ${lease.seconds})${set ? sql`, ${set}` : sql``}`
  return takeRows(
    db,
    { table, key: key.at(-1) ?? '' },
    { ...selection, conditions: [...conditions, isFree] },
    { set: leasing },
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
