import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { SslCheckTable } from './certificate-table.ts'
import type { TlsProbe } from './handshake.ts'

type CheckRow = Selectable<SslCheckTable>

/** Stores a check result. An unreachable server keeps the last known certificate of this address. */
export async function storeProbe(
  trx: Db,
  site: { id: number; url: string },
  probe: TlsProbe,
  now: Date,
): Promise<CheckRow | null> {
  const facts = factsOf(probe, now)
  const { rows } = await sql<CheckRow>`
    insert into ssl_checks (site_id, url, checked_at, ${sql.join(columns.map((column) => sql.ref(column)))})
    select id, ${site.url}, ${now}, ${sql.join(columns.map((column) => sql`${facts[column]}`))}
    from sites where id = ${site.id}
    on conflict (site_id) do update set url = excluded.url, checked_at = excluded.checked_at,
      ${sql.join(columns.map((column) => columnUpdate(column, probe)))}
    returning *`.execute(trx)
  return rows[0] ?? null
}

/** Returns the sites. */
export async function deleteChecksOfFormerAddresses(trx: Db): Promise<number[]> {
  const { rows } = await sql<{ site_id: number }>`
    delete from ssl_checks using sites where sites.id = site_id and ssl_checks.url <> sites.url
    returning site_id`.execute(trx)
  return rows.map(({ site_id }) => site_id)
}

const columns = [
  'outcome',
  'reason',
  'problems',
  'issuer',
  'issuer_o',
  'common_name',
  'names',
  'valid_from',
  'valid_to',
  'protocol',
  'cipher',
  'fingerprint',
  'seen_at',
] as const
type Column = (typeof columns)[number]

const alwaysNew: Column[] = ['outcome', 'reason']

function columnUpdate(column: Column, probe: TlsProbe) {
  const [name, given] = [sql.ref(column), sql.ref(`excluded.${column}`)]
  if (probe.outcome !== 'unreachable' || alwaysNew.includes(column)) return sql`${name} = ${given}`
  return sql`${name} = case when ssl_checks.url = excluded.url then ${sql.ref(`ssl_checks.${column}`)} else ${given} end`
}

function factsOf(probe: TlsProbe, now: Date): Record<Column, unknown> {
  const seen = probe.outcome === 'seen' ? probe.certificate : null
  return {
    outcome: probe.outcome,
    reason: probe.outcome === 'seen' ? null : probe.reason,
    problems: sql`${probe.outcome === 'seen' ? probe.problems : []}::text[]`,
    issuer: seen?.issuer ?? null,
    issuer_o: seen?.issuerOrganisation ?? null,
    common_name: seen?.commonName ?? null,
    names: sql`${seen?.names ?? []}::text[]`,
    valid_from: sql`${seen?.validFrom ?? null}::timestamptz`,
    valid_to: sql`${seen?.validTo ?? null}::timestamptz`,
    protocol: seen?.protocol ?? null,
    cipher: seen?.cipher ?? null,
    fingerprint: seen?.fingerprint ?? null,
    seen_at: sql`${seen ? now : null}::timestamptz`,
  }
}
