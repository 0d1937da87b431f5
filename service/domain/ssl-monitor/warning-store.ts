import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export interface CertificateWarning {
  siteId: number
  fingerprint: string
  threshold: number
  daysLeft: number
  validTo: Date
}

/** Returns whether the warning is new: neither this threshold nor a closer one is recorded for this certificate. */
export async function recordCertificateWarning(
  trx: Db,
  { siteId, fingerprint, threshold, daysLeft, validTo }: CertificateWarning,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into ssl_warnings (site_id, fingerprint, threshold, days_left, valid_to, warned_at)
    select ${siteId}, ${fingerprint}, ${threshold}, ${daysLeft}, ${validTo}, ${now}
    where not exists (select from ssl_warnings
      where site_id = ${siteId} and fingerprint = ${fingerprint} and threshold <= ${threshold})
    on conflict do nothing returning site_id`.execute(trx)
  return rows.length > 0
}
