import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { oneRow } from '../platform/database/one-row.ts'
import type { RefusedAttempt } from './audit.ts'

export interface RefusalRow {
  operation: string
  outcome: string
  /** '': many addresses. */
  address: string
  subject: string
  user_id: number | null
  since: Date
  last_at: Date
  repeats: number
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    audit_refusals: RefusalRow
  }
}

/** Above this number, addresses are counted together: an attacker with many of them adds no further lines. */
const maxCountedAddresses = 200

/** Counts a refusal. `repeats` is 0 for the first one of its window. */
export async function countRefusal(db: Db, refusal: RefusedAttempt, now: Date): Promise<RefusalRow> {
  const { operation, outcome, subject, userId } = refusal
  const address = refusal.address ?? ''
  const { rows } = await sql<RefusalRow>`
    insert into audit_refusals as known (operation, outcome, address, subject, user_id, since, last_at)
    select ${operation}, ${outcome}, case when
        exists (select from audit_refusals where operation = ${operation} and outcome = ${outcome}
          and address = ${address} and subject = ${subject})
        or (select count(*) from audit_refusals) < ${maxCountedAddresses} then ${address} else '' end,
      ${subject}, ${userId}::bigint, ${now}, ${now}
    on conflict (operation, outcome, address, subject)
      do update set repeats = known.repeats + 1, last_at = excluded.last_at
    returning *`.execute(db)
  return oneRow(rows)
}

/** Deletes and returns a refusal whose window began before then. */
export async function takeRefusalBefore(db: Db, before: Date): Promise<RefusalRow | undefined> {
  const { rows } = await sql<RefusalRow>`
    delete from audit_refusals where ctid = any (array (
      select ctid from audit_refusals where since < ${before} order by since limit 1 for update skip locked))
    returning *`.execute(db)
  return rows[0]
}
