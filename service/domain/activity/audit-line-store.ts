import { type Selectable, sql } from 'kysely'
import type { AuditRow } from '../../operation/audit-trail/audit-tables.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'

export type StoredAuditLine = Selectable<AuditRow>

/** Checked before every read, so that readers do not wait for a lock when there is nothing to import. */
export async function hasNewAuditLines(db: Database): Promise<boolean> {
  return oneRow(
    await queryRows(
      db,
      sql<{ found: boolean }>`select exists (
        select from audit_lines where id > coalesce((select last_line from change_log_audit), 0)) as found`,
    ),
  ).found
}

/** The last imported line, locked until the transaction ends; null while another process has the lock. */
export async function lockAuditPosition(trx: Db): Promise<number | null> {
  const position = await trx
    .selectFrom('change_log_audit')
    .select('last_line')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (position) return position.last_line
  const { rows } = await sql<{ last_line: number }>`
    insert into change_log_audit (last_line) values (0) on conflict do nothing returning last_line`.execute(trx)
  return rows[0]?.last_line ?? null
}

export async function updateAuditPosition(trx: Db, line: number): Promise<void> {
  await trx.updateTable('change_log_audit').set({ last_line: line }).execute()
}

/** Lines are written one after the other, so none appears later with a smaller id. */
export function listAuditLinesAfter(db: Db, line: number, limit: number): Promise<StoredAuditLine[]> {
  return db.selectFrom('audit_lines').selectAll().where('id', '>', line).orderBy('id').limit(limit).execute()
}

/** Site ids by reference: an id as text, or an identity. Unknown references are absent. */
export async function findSiteIds(db: Db, refs: readonly string[]): Promise<Map<string, number>> {
  const ids = refs.filter((ref) => /^\d+$/.test(ref)).map(Number)
  const { rows } = await sql<{ id: number; identity: string }>`
    select id, identity from sites
    where id = any (${ids}::bigint[]) or identity = any (${[...refs]}::text[])`.execute(db)
  return new Map(
    rows.flatMap(({ id, identity }): [string, number][] => [
      [identity, id],
      [String(id), id],
    ]),
  )
}

export interface AuditFilter {
  operation?: string | undefined
  actor?: string | undefined
  outcome?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

const maxCounted = 100_000

const callColumns = [
  'id',
  'at',
  'actor_kind',
  'actor_name',
  'user_id',
  'key_id',
  'address',
  'request_id',
  'operation',
  'subject',
] as const

/** Newest first, with the calls whose outcome is not known yet. */
export async function listAuditLines(
  db: Db,
  { operation, actor, outcome, since, until }: AuditFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ lines: Omit<StoredAuditLine, 'seal'>[]; total: number }> {
  let query = db.selectFrom(
    db
      .selectFrom('audit_lines')
      .select([...callColumns, 'outcome'])
      .unionAll(db.selectFrom('audit_open_calls').select([...callColumns, sql.lit('started').as('outcome')]))
      .as('lines'),
  )
  if (operation) query = query.where('operation', '=', operation)
  // For a key, the name of its owner is followed by the key.
  if (actor) query = query.where(sql<boolean>`split_part(actor_name, ' (key ', 1) = ${actor}`)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (since) query = query.where('at', '>=', since)
  if (until) query = query.where('at', '<', until)
  const offset = (page - 1) * perPage
  const [lines, { total }] = await Promise.all([
    offset >= maxCounted ? [] : query.selectAll().orderBy('id', 'desc').limit(perPage).offset(offset).execute(),
    db
      .selectFrom(query.select('id').limit(maxCounted).as('counted'))
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { lines, total }
}
