import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export interface WantedRecount {
  id: number
  site_id: number
}

/** Notes sites to be counted anew, in the transaction that makes their counts wrong. */
export async function wantRecounts(trx: Db, siteIds: readonly number[]): Promise<WantedRecount[]> {
  const { rows } = await sql<WantedRecount>`
    insert into update_recounts (site_id) select unnest(${siteIds}::bigint[]) returning id, site_id`.execute(trx)
  return rows
}

/** Takes some that nobody is at; they are there again if the transaction fails. */
export async function takeRecounts(trx: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    delete from update_recounts where id in (
      select id from update_recounts order by id limit ${most} for update skip locked)
    returning site_id`.execute(trx)
  return [...new Set(rows.map(({ site_id }) => site_id))]
}

export async function forgetRecounts(trx: Db, recounts: readonly WantedRecount[]): Promise<void> {
  await sql`delete from update_recounts where id = any (${recounts.map(({ id }) => id)}::bigint[])`.execute(trx)
}
