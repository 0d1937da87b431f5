import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { daysOfExpiring } from './domain.ts'
import type { DomainTable } from './domain-table.ts'
import type { Lookup } from './rdap-lookup.ts'

export type DomainRow = Selectable<DomainTable>

export function findDomain(db: Db, name: string): Promise<DomainRow | undefined> {
  return db.selectFrom('domains').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Keeps what a registry told. One that does not tell leaves standing what it told before. */
export async function keepLookup(
  trx: Db,
  name: string,
  lookup: Exclude<Lookup, { outcome: 'paused' }>,
  now: Date,
): Promise<DomainRow | undefined> {
  const found = lookup.outcome === 'found' ? lookup.registration : null
  const row = await trx
    .updateTable('domains')
    .set({
      outcome: lookup.outcome,
      reason: lookup.outcome === 'found' ? null : lookup.reason,
      checked_at: now,
      ...(found && {
        registrar: found.registrar,
        registrar_id: found.registrarId,
        statuses: found.statuses,
        registered_at: found.registeredAt,
        changed_at: found.changedAt,
        expires_at: found.expiresAt,
        nameservers: found.nameservers,
        seen_at: now,
      }),
    })
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst()
  await setNextRun(trx, name, now)
  return row
}

/** The registry wants a pause: its domains wait as long, and what is known of them stays. */
export async function postpone(trx: Db, name: string, until: Date): Promise<void> {
  await sql`update domains set next_at = greatest(next_at, ${until}) where name = ${name}`.execute(trx)
}

export async function keepManual(
  trx: Db,
  name: string,
  values: Pick<Updateable<DomainTable>, 'manual_registrar' | 'manual_registered_on' | 'manual_expires_on'>,
): Promise<DomainRow | undefined> {
  if (Object.keys(values).length === 0) return findDomain(trx, name)
  return trx.updateTable('domains').set(values).where('name', '=', name).returningAll().executeTakeFirst()
}

/** What counts: what the registry tells, else what somebody entered. */
export const expirySql = "coalesce(domains.expires_at, domains.manual_expires_on::timestamp at time zone 'UTC')"

/** Once a week, once a day near the end or after a failure; each domain at its own place in the period. */
async function setNextRun(trx: Db, name: string, now: Date): Promise<void> {
  const period = sql`(case when outcome = 'failed' or ${sql.raw(expirySql)} < ${now}::timestamptz
    + make_interval(days => ${daysOfExpiring + 1}) then 86400 else 604800 end)`
  const place = sql`((hashtext(name)::bigint & 2147483647) / 2147483648.0::float8)`
  await sql`update domains set next_at = to_timestamp(
      (floor(${now.getTime() / 1000}::float8 / ${period} - ${place}) + 1 + ${place}) * ${period})
    where name = ${name}`.execute(trx)
}
