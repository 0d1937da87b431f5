import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { SslCheckTable } from './certificate-table.ts'
import type { Look } from './handshake.ts'

type CheckRow = Selectable<SslCheckTable>

/** Keeps what a look showed. A server that cannot be reached leaves the certificate standing that was seen there before. */
export async function keepLook(
  trx: Db,
  site: { id: number; url: string },
  look: Look,
  now: Date,
): Promise<CheckRow | null> {
  const facts = factsOf(look, now)
  const { rows } = await sql<CheckRow>`
    insert into ssl_checks (site_id, next_at, url, checked_at, ${sql.join(columns.map((column) => sql.ref(column)))})
    select id, ${now}, ${site.url}, ${now}, ${sql.join(columns.map((column) => sql`${facts[column]}`))}
    from sites where id = ${site.id}
    on conflict (site_id) do update set url = excluded.url, checked_at = excluded.checked_at,
      ${sql.join(columns.map((column) => keptWhere(column, look)))}
    returning *`.execute(trx)
  return rows[0] ?? null
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

function keptWhere(column: Column, look: Look) {
  const [name, given] = [sql.ref(column), sql.ref(`excluded.${column}`)]
  if (look.outcome !== 'unreachable' || alwaysNew.includes(column)) return sql`${name} = ${given}`
  return sql`${name} = case when ssl_checks.url = excluded.url then ${sql.ref(`ssl_checks.${column}`)} else ${given} end`
}

function factsOf(look: Look, now: Date): Record<Column, unknown> {
  const seen = look.outcome === 'seen' ? look.certificate : null
  return {
    outcome: look.outcome,
    reason: look.outcome === 'seen' ? null : look.reason,
    problems: sql`${look.outcome === 'seen' ? look.problems : []}::text[]`,
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
