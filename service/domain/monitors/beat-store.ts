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
}

/** Locks the monitors until the transaction ends, ordered by site id; leaves out deleted ones. */
export async function lockStates(trx: Db, siteIds: number[]): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select site_id, status, failures, failing_since, checked_at, address from monitors
    where site_id = any (${siteIds}::bigint[]) order by site_id for no key update`.execute(trx)
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
      message = seen.message, address = seen.address
    from unnest(${column('site_id')}::bigint[], ${column('status')}::text[], ${column('failures')}::int[],
      ${column('failing_since')}::timestamptz[], ${column('checked_at')}::timestamptz[], ${column('http_code')}::int[],
      ${column('response_ms')}::int[], ${column('message')}::text[], ${column('address')}::text[])
      as seen (site_id, status, failures, failing_since, checked_at, http_code, response_ms, message, address)
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
