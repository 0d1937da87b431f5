import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { CheckedStatus } from './decide-status.ts'

/** Stores check results, many sites per statement: there may be hundreds of checks per second. */

export interface StateRow {
  site_id: number
  status: CheckedStatus
  failures: number
  failing_since: Date | null
  checked_at: Date | null
  address: string | null
  known_since: Date | null
  counted_at: Date | null
  /** The site was connected at some time, so it can be reached. */
  was_connected: boolean
  /** Checks from before belong to another address. */
  address_changed_at: Date | null
}

/** Locks the monitors until the transaction ends, ordered by site id; leaves out deleted ones. */
export async function lockStates(trx: Db, siteIds: number[]): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select site_id, monitors.status, failures, failing_since, monitors.checked_at, address, known_since, counted_at,
      connection <> 'never' as was_connected, address_changed_at
    from monitors join sites on sites.id = site_id
    where site_id = any (${siteIds}::bigint[]) order by site_id for no key update of monitors`.execute(trx)
  return rows
}

export interface StateUpdate extends StateRow {
  http_code: number
  response_ms: number
  message: string
}

export async function updateStates(trx: Db, states: StateUpdate[]): Promise<void> {
  if (states.length === 0) return
  const column = <Name extends keyof StateUpdate>(name: Name) => states.map((state) => state[name])
  await sql`
    update monitors set status = seen.status, failures = seen.failures, failing_since = seen.failing_since,
      checked_at = seen.checked_at, http_code = seen.http_code, response_ms = seen.response_ms,
      message = seen.message, address = seen.address, known_since = seen.known_since, counted_at = seen.counted_at
    from unnest(${column('site_id')}::bigint[], ${column('status')}::text[], ${column('failures')}::int[],
      ${column('failing_since')}::timestamptz[], ${column('checked_at')}::timestamptz[], ${column('http_code')}::int[],
      ${column('response_ms')}::int[], ${column('message')}::text[], ${column('address')}::text[],
      ${column('known_since')}::timestamptz[], ${column('counted_at')}::timestamptz[])
      as seen (site_id, status, failures, failing_since, checked_at, http_code, response_ms, message, address, known_since,
        counted_at)
    where monitors.site_id = seen.site_id`.execute(trx)
}

/** Counts and packed checks to add to one hour of a site. */
export interface HourIncrement {
  site_id: number
  hour: Date
  up: number
  down: number
  pending: number
  total_ms: number
  min_ms: number | null
  max_ms: number | null
  beats: Buffer
}

export async function addToHours(trx: Db, increments: HourIncrement[]): Promise<void> {
  if (increments.length === 0) return
  const column = <Name extends keyof HourIncrement>(name: Name) => increments.map((increment) => increment[name])
  await sql`
    insert into monitor_hours as hours (site_id, hour, up, down, pending, total_ms, min_ms, max_ms, beats)
    select * from unnest(${column('site_id')}::bigint[], ${column('hour')}::timestamptz[], ${column('up')}::int[],
      ${column('down')}::int[], ${column('pending')}::int[], ${column('total_ms')}::bigint[], ${column('min_ms')}::int[],
      ${column('max_ms')}::int[], ${column('beats')}::bytea[])
    on conflict (site_id, hour) do update set
      up = hours.up + excluded.up, down = hours.down + excluded.down, pending = hours.pending + excluded.pending,
      total_ms = hours.total_ms + excluded.total_ms, min_ms = least(hours.min_ms, excluded.min_ms),
      max_ms = greatest(hours.max_ms, excluded.max_ms), beats = hours.beats || excluded.beats`.execute(trx)
}

/** Time without checks; see uptime.ts. */
export interface Gap {
  site_id: number
  from: Date
  to: Date
}

export async function insertGaps(trx: Db, gaps: readonly Gap[]): Promise<void> {
  if (gaps.length === 0) return
  await sql`insert into monitor_gaps (site_id, started_at, ended_at)
    select * from unnest(${gaps.map((gap) => gap.site_id)}::bigint[], ${gaps.map((gap) => gap.from)}::timestamptz[],
      ${gaps.map((gap) => gap.to)}::timestamptz[])
    on conflict (site_id, started_at) do update set ended_at = greatest(monitor_gaps.ended_at, excluded.ended_at)`.execute(
    trx,
  )
}

/** For a history that is written afterwards. */
export async function extendKnownTime(db: Db, siteId: number, from: Date, to: Date): Promise<void> {
  await sql`update monitors set known_since = least(known_since, ${from}), counted_at = greatest(counted_at, ${to})
    where site_id = ${siteId}`.execute(db)
}
