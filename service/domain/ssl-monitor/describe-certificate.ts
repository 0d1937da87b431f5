import { timeZoneOf } from '../../operation/configured-days.ts'
import type { Context } from '../../operation/context.ts'
import { isoTime } from '../../operation/shapes.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Certificate, daysUntil, type Problem, problems } from './certificate.ts'
import { type CertificateRow, listCertificatesBySites, requireCertificateRow } from './certificate-store.ts'

/** The stored certificate of a site. The caller must have checked access to the site. */
export async function requireCertificate(
  { db, clock, settings }: Pick<Context, 'db' | 'clock' | 'settings'>,
  siteId: number,
) {
  const [now, zone] = [clock.now(), timeZoneOf(settings)]
  return toCertificate(await requireCertificateRow(db, siteId, now, zone), now, zone)
}

/** The same for many sites, with one query. */
export async function findCertificates(
  db: Database,
  siteIds: number[],
  now: Date,
  zone: string,
): Promise<Certificate[]> {
  return (await listCertificatesBySites(db, siteIds, now, zone)).map((row) => toCertificate(row, now, zone))
}

export function toCertificate(row: CertificateRow, now: Date, zone: string): Certificate {
  return {
    id: row.id,
    url: row.site_url,
    name: row.name,
    status: row.status,
    issuer: row.issuer,
    issuer_o: row.issuer_o,
    common_name: row.common_name,
    names: row.names ?? [],
    valid_from: isoTime(row.valid_from),
    valid_to: isoTime(row.valid_to),
    days_left: row.valid_to && daysUntil(row.valid_to, now, zone),
    problems: problemsAt(row, now).map((code) => ({ code, message: problems[code] })),
    reason: row.reason,
    protocol: row.protocol,
    cipher: row.cipher,
    fingerprint_sha256: row.fingerprint,
    checked_at: isoTime(row.checked_at),
    seen_at: isoTime(row.seen_at),
  }
}

/** Compares the dates at read time: a certificate may have expired since the last check. */
function problemsAt({ outcome, problems: found, valid_from, valid_to }: CertificateRow, now: Date): Problem[] {
  return [
    ...(outcome === 'no-tls' ? (['no-encryption'] as const) : []),
    ...(valid_to && valid_to <= now ? (['expired'] as const) : []),
    ...(valid_from && valid_from > now ? (['not-yet-valid'] as const) : []),
    ...(found ?? []),
  ]
}
