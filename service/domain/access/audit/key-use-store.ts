import { sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    api_key_addresses: { key_id: number; address: string; first_used_at: Date; last_used_at: Date }
    api_key_calls: { day: string; key_id: number; address: string; user_id: number; name: string; calls: number }
  }
}

/** An address that a key was not used from for this long is new again. */
export const keyAddressDays = 180

/** Addresses of a key above this number are counted together: a key used from everywhere does not fill the trail. */
const maxAddressesPerKey = 100

export interface KeyUse {
  keyId: number
  userId: number
  /** As in the audit trail. */
  name: string
  address: string
  calls: number
}

/** Counts calls of a day. Returns whether the key was never used from this address. */
export async function recordKeyUse(trx: Db, use: KeyUse, day: string, now: Date): Promise<boolean> {
  const { keyId, userId, name, calls } = use
  const { rows } = await sql<{ address: string; is_new: boolean }>`
    insert into api_key_addresses as known (key_id, address, first_used_at, last_used_at)
    select ${keyId}, case when
        exists (select from api_key_addresses where key_id = ${keyId} and address = ${use.address})
        or (select count(*) from api_key_addresses where key_id = ${keyId}) < ${maxAddressesPerKey}
        then ${use.address} else '' end, ${now}, ${now}
    where exists (select from api_keys where id = ${keyId})
    on conflict (key_id, address) do update set last_used_at = excluded.last_used_at
    returning address, xmax = 0 as is_new`.execute(trx)
  const { address, is_new } = rows[0] ?? { address: use.address, is_new: false }
  await sql`
    insert into api_key_calls as known (day, key_id, address, user_id, name, calls)
    values (${day}, ${keyId}, ${address}, ${userId}, ${name}, ${calls})
    on conflict (day, key_id, address) do update set calls = known.calls + excluded.calls`.execute(trx)
  return is_new
}

export interface KeyDay {
  day: string
  key_id: number
  user_id: number
  name: string
  calls: number
  addresses: number
  /** The ten addresses with the most calls. */
  most: string[]
}

export const hasKeyCallsBefore = async (db: Database, today: string): Promise<boolean> =>
  oneRow(
    await queryRows(
      db,
      sql<{ found: boolean }>`select exists (select from api_key_calls where day < ${today}) as found`,
    ),
  ).found

/** Deletes the calls of one key and day before today, and returns their sum. */
export async function takeKeyDay(trx: Db, today: string): Promise<KeyDay | undefined> {
  const { rows } = await sql<KeyDay>`
    with one as (select day, key_id from api_key_calls where day < ${today} order by day, key_id limit 1),
      taken as (delete from api_key_calls using one
        where api_key_calls.day = one.day and api_key_calls.key_id = one.key_id returning api_key_calls.*)
    select day::text, key_id, max(user_id) as user_id, max(name) as name, sum(calls)::bigint as calls,
      count(*) as addresses, (array_agg(address order by calls desc, address))[1:10] as most
    from taken group by day, key_id`.execute(trx)
  return rows[0]
}
