import { sql } from 'kysely'
import type { IngestItem } from '../../operation/ingest.ts'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible, siteIsVisible } from '../sites/index.ts'
import type { SecurityChecks } from './security-issues.ts'

export interface CertificateState {
  valid: boolean
  expires: Date | null
  /** Why it is not valid; null when it is. */
  reason: string | null
}

export interface SecurityRow {
  site_id: number
  checks: SecurityChecks
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

export async function findSecurity(db: Database, siteId: number): Promise<SecurityRow | undefined> {
  return (await queryRows(db, sql<SecurityRow>`select * from site_security where site_id = ${siteId}`))[0]
}

/** Stores the security checks that sites report. */
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

export async function upsertCertificate(
  db: Database,
  siteId: number,
  { valid, expires, reason }: CertificateState,
  seenAt: Date,
): Promise<void> {
  await queryRows(
    db,
    sql`insert into site_security (site_id, certificate_valid, certificate_expires, certificate_reason, certificate_seen_at)
      select id, ${valid}, ${expires}, ${reason}, ${seenAt} from sites where id = ${siteId}
      on conflict (site_id) do update set certificate_valid = excluded.certificate_valid,
        certificate_expires = excluded.certificate_expires, certificate_reason = excluded.certificate_reason,
        certificate_seen_at = excluded.certificate_seen_at`,
  )
}

/** The number of sites per set of issues. Many sites have the same set, so that the result is short for any fleet. */
export const countIssueSets = (db: Database, limits: Limits | null) =>
  queryRows(
    db,
    sql<{ issues: string[]; sites: number }>`select issues, count(*) as sites from site_security
      where issues <> '{}' and ${siteIdIsVisible('site_id', limits)} group by issues`,
  )

export interface SecurityCoverage {
  sites: number
  current: number
  stale: number
  unknown: number
  oldest: Date | null
}

/** Of the sites that are not suspended, by the age of their checks. */
export async function countSecurityChecks(
  db: Database,
  limits: Limits | null,
  staleBefore: Date,
): Promise<SecurityCoverage> {
  const query = sql<SecurityCoverage>`select count(*) as sites,
      count(*) filter (where read_at >= ${staleBefore}::timestamptz) as current,
      count(*) filter (where read_at < ${staleBefore}::timestamptz) as stale,
      count(*) filter (where read_at is null) as unknown, min(read_at) as oldest
    from sites left join site_security on site_id = sites.id
    where sites.status <> 'suspended' and ${siteIsVisible('sites', limits)}`
  return oneRow(await queryRows(db, query))
}
