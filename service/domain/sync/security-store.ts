import { sql } from 'kysely'
import type { IngestItem } from '../../operation/ingest.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import type { CertificateState } from './certificate.ts'
import type { Checks } from './security-issues.ts'

export interface SecurityRow {
  site_id: number
  checks: Checks
  read_at: Date | null
  certificate_valid: boolean | null
  certificate_expires: Date | null
  certificate_reason: string | null
  certificate_seen_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_security: SecurityRow
  }
}

const securityOf = statement<SecurityRow>('site-security', 'select * from site_security where site_id = $1')
export async function findSecurity(db: Database, siteId: number): Promise<SecurityRow | undefined> {
  return (await db.fetch(securityOf, [siteId]))[0]
}

/** Keeps the sites' own checks as they told them. */
export async function ingestSecurity(trx: Db, items: readonly IngestItem[]): Promise<void> {
  const rows = items.flatMap(({ siteId, snapshot: { security, takenAt } }) =>
    security
      ? [{ siteId, takenAt, checks: Object.fromEntries(security.checks.map(({ name, state }) => [name, state])) }]
      : [],
  )
  if (rows.length === 0) return
  await sql`
    insert into site_security (site_id, checks, read_at)
    select * from unnest(${rows.map(({ siteId }) => siteId)}::bigint[],
      ${rows.map(({ checks }) => JSON.stringify(checks))}::jsonb[], ${rows.map(({ takenAt }) => takenAt)}::timestamptz[])
    on conflict (site_id) do update set checks = excluded.checks, read_at = excluded.read_at`.execute(trx)
}

const keepCertificateOf = statement(
  'site-certificate',
  `insert into site_security (site_id, certificate_valid, certificate_expires, certificate_reason, certificate_seen_at)
   select id, $2, $3, $4, $5 from sites where id = $1
   on conflict (site_id) do update set certificate_valid = excluded.certificate_valid,
     certificate_expires = excluded.certificate_expires, certificate_reason = excluded.certificate_reason,
     certificate_seen_at = excluded.certificate_seen_at`,
)
export async function keepCertificate(
  db: Database,
  siteId: number,
  { valid, expires, reason }: CertificateState,
  seenAt: Date,
): Promise<void> {
  await db.fetch(keepCertificateOf, [siteId, valid, expires, reason, seenAt])
}
