import { type Selectable, sql, type Updateable } from 'kysely'
import { dayAt } from '../../platform/calendar.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { domainExpiringDays } from './domain.ts'
import type { DomainTable } from './domain-table.ts'
import type { Lookup } from './rdap-lookup.ts'

export type DomainRow = Selectable<DomainTable>

export function findDomain(db: Db, name: string): Promise<DomainRow | undefined> {
  return db.selectFrom('domains').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Stores the answer of a registry. A failed lookup keeps the previous answer. */
export async function storeLookup(
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

/** Postpones the domain while its registry is paused; stored data stays. */
export async function postpone(trx: Db, name: string, until: Date): Promise<void> {
  await sql`update domains set next_at = greatest(next_at, ${until}) where name = ${name}`.execute(trx)
}

export async function updateManual(
  trx: Db,
  name: string,
  values: Pick<Updateable<DomainTable>, 'manual_registrar' | 'manual_registered_on' | 'manual_expires_on'>,
): Promise<DomainRow | undefined> {
  if (Object.keys(values).length === 0) return findDomain(trx, name)
  return trx.updateTable('domains').set(values).where('name', '=', name).returningAll().executeTakeFirst()
}

/** The registry's expiry date, else the manually entered one. */
export const expiry = sql`coalesce(domains.expires_at, domains.manual_expires_on::timestamp at time zone 'UTC')`

/** A registry gives a moment. A day that was entered by hand lasts until its end in the configured time zone. */
export const isExpired = (now: Date, zone: string): Fragment => sql`(case
  when domains.expires_at is null then domains.manual_expires_on < ${dayAt(now, zone)}::date
  else domains.expires_at <= ${now}::timestamptz end)`

/** Weekly, or daily near the expiry date or after a failure; each domain at its own offset in the period. */
async function setNextRun(trx: Db, name: string, now: Date): Promise<void> {
  const period = sql`(case when outcome = 'failed' or ${expiry} < ${now}::timestamptz
    + make_interval(days => ${domainExpiringDays + 1}) then 86400 else 604800 end)`
  const offset = sql`((hashtext(name)::bigint & 2147483647) / 2147483648.0::float8)`
  await sql`update domains set next_at = to_timestamp(
      (floor(${now.getTime() / 1000}::float8 / ${period} - ${offset}) + 1 + ${offset}) * ${period})
    where name = ${name}`.execute(trx)
}
