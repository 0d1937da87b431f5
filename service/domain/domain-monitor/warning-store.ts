import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export interface DomainWarning {
  domain: string
  expiresAt: Date
  threshold: number
  daysLeft: number
}

/** Returns whether the warning is new: neither this threshold nor a closer one is recorded for this expiry date. */
export async function recordDomainWarning(
  trx: Db,
  { domain, expiresAt, threshold, daysLeft }: DomainWarning,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into domain_warnings (domain, expires_at, threshold, days_left, warned_at)
    select ${domain}, ${expiresAt}, ${threshold}, ${daysLeft}, ${now}
    where not exists (select from domain_warnings
      where domain = ${domain} and expires_at = ${expiresAt} and threshold <= ${threshold})
    on conflict do nothing returning domain`.execute(trx)
  return rows.length > 0
}
