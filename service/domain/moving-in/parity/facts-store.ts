import { type Generated, type Selectable, sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Fact, FactKind } from '../import/read-facts.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    move_in_facts: {
      source: string
      kind: FactKind
      old_id: number
      fields: Record<string, unknown>
      stored_at: Date
    }
    parity_reports: ParityReportTable
    parity_differences: Difference & { report_id: number; position: number }
  }
}

interface ParityReportTable {
  id: Generated<number>
  source: string
  made_at: Date
  made_by: string
  exported_at: Date | null
  by_field: FieldCount[]
}
export type ParityReportRow = Selectable<ParityReportTable>

export interface FieldCount {
  kind: FactKind
  field: string
  same: number
  different: number
  unknown: number
}

export interface Difference {
  kind: FactKind
  old_id: number
  new_id: number | null
  name: string
  field: string
  there: string
  here: string
  result: 'different' | 'unknown'
  reason: string
}

/** The first part of a file replaces what an earlier file of that dashboard said. */
export async function deleteFacts(trx: Db, source: string): Promise<void> {
  await trx.deleteFrom('move_in_facts').where('source', '=', source).execute()
}

/** Adds to what other rows of the file said about the same thing. */
export async function addFacts(trx: Db, source: string, facts: readonly Fact[], now: Date): Promise<void> {
  const merged = new Map<string, Fact>()
  for (const fact of facts) {
    const key = `${fact.kind} ${fact.oldId}`
    merged.set(key, { ...fact, fields: { ...merged.get(key)?.fields, ...fact.fields } })
  }
  if (merged.size === 0) return
  const rows = [...merged.values()].map(({ kind, oldId, fields }) => ({ kind, old_id: oldId, fields }))
  await sql`insert into move_in_facts as stored (source, kind, old_id, fields, stored_at)
    select ${source}, given.kind, given.old_id, given.fields, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (kind text, old_id bigint, fields jsonb)
    order by given.kind, given.old_id
    on conflict (source, kind, old_id) do update set fields = stored.fields || excluded.fields`.execute(trx)
}

export interface FactRow {
  old_id: number
  new_id: number | null
  fields: Record<string, unknown>
}

/** Facts of one kind after an id, with the id of the row here. Monitors have the ids of their sites. */
export function listFacts(db: Db, source: string, kind: FactKind, after: number, max: number): Promise<FactRow[]> {
  const kindOfId = kind === 'monitor' ? 'site' : kind
  return queryRows(
    db,
    sql<FactRow>`select fact.old_id, moved.new_id, fact.fields from move_in_facts as fact
      left join move_in_ids as moved on moved.source = fact.source and moved.kind = ${kindOfId} and moved.old_id = fact.old_id
      where fact.source = ${source} and fact.kind = ${kind} and fact.old_id > ${after}
      order by fact.old_id limit ${max}`,
  )
}

export const findLastSource = async (db: Db): Promise<string | undefined> =>
  (
    await queryRows(
      db,
      sql<{
        source: string
      }>`select source from move_in_facts group by source order by max(stored_at) desc, source limit 1`,
    )
  )[0]?.source

export interface OldRestKey {
  source: string
  fields: Record<string, unknown>
}

export const listRestKeyFacts = (db: Db, source: string | null): Promise<OldRestKey[]> =>
  queryRows(
    db,
    sql<OldRestKey>`select source, fields from move_in_facts
      where kind = 'rest-key' and (${source}::text is null or source = ${source}) order by source, old_id limit 1000`,
  )

export async function replaceReport(
  trx: Db,
  report: Omit<ParityReportRow, 'id'>,
  differences: readonly Difference[],
): Promise<void> {
  await trx.deleteFrom('parity_reports').where('source', '=', report.source).execute()
  const rows = await queryRows(
    trx,
    sql<{ id: number }>`insert into parity_reports (source, made_at, made_by, exported_at, by_field)
      values (${report.source}, ${report.made_at}, ${report.made_by}, ${report.exported_at}, ${JSON.stringify(report.by_field)}::jsonb)
      returning id`,
  )
  for (let from = 0; from < differences.length; from += 1_000) {
    const some = differences.slice(from, from + 1_000).map((each, index) => ({ ...each, position: from + index }))
    await sql`insert into parity_differences (report_id, position, kind, old_id, new_id, name, field, there, here, result, reason)
      select ${rows[0]?.id}, given.* from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given (position int, kind text,
        old_id bigint, new_id bigint, name text, field text, there text, here text, result text, reason text)`.execute(
      trx,
    )
  }
}

/** The newest report, or the report of a dashboard. */
export const findReport = (db: Db, source: string | undefined): Promise<ParityReportRow | undefined> => {
  const query = db.selectFrom('parity_reports').selectAll().orderBy('made_at', 'desc').limit(1)
  return (source === undefined ? query : query.where('source', '=', source)).executeTakeFirst()
}

export interface DifferenceFilter {
  kind?: FactKind | undefined
  result?: Difference['result'] | undefined
}

export async function listDifferences(
  db: Db,
  reportId: number,
  { kind, result }: DifferenceFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: Difference[]; total: number }> {
  const condition = sql`report_id = ${reportId} and (${kind ?? null}::text is null or kind = ${kind ?? null})
    and (${result ?? null}::text is null or result = ${result ?? null})`
  const [counted] = await queryRows(
    db,
    sql<{ total: number }>`select count(*)::int as total from parity_differences where ${condition}`,
  )
  const rows = await queryRows(
    db,
    sql<Difference>`select kind, old_id, new_id, name, field, there, here, result, reason from parity_differences
      where ${condition} order by position limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  return { rows, total: counted?.total ?? 0 }
}
