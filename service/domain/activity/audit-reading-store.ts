import { type Selectable, sql } from 'kysely'
import type { AuditRow } from '../../operation/audit-store.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'

export type AuditLine = Selectable<AuditRow>

const anythingNew = statement<{ there: boolean }>(
  'change-log-audit-new',
  `select exists (
     select from audit_lines where id > coalesce((select last_line from change_log_audit), 0)) as there`,
)

/** Asked before every reading, so that nobody waits for a lock when there is nothing to do. */
export async function isAuditAhead(db: Database): Promise<boolean> {
  return (await db.fetch(anythingNew))[0]!.there
}

/** Up to which line it was read; null while somebody else is at it. The place is held until the transaction ends. */
export async function holdAuditPlace(trx: Db): Promise<number | null> {
  const held = await trx.selectFrom('change_log_audit').select('last_line').forUpdate().skipLocked().executeTakeFirst()
  if (held) return held.last_line
  const { rows } = await sql<{ last_line: number }>`
    insert into change_log_audit (last_line) values (0) on conflict do nothing returning last_line`.execute(trx)
  return rows[0]?.last_line ?? null
}

export async function moveAuditPlace(trx: Db, line: number): Promise<void> {
  await trx.updateTable('change_log_audit').set({ last_line: line }).execute()
}

/** Lines are written one after the other, so none can appear below one that was read. */
export function linesAfter(db: Db, line: number, most: number): Promise<AuditLine[]> {
  return db.selectFrom('audit_lines').selectAll().where('id', '>', line).orderBy('id').limit(most).execute()
}

/** The sites of these names: numbers as text, or identities. Names of none are absent. */
export async function findSitesNamed(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const { rows } = await sql<{ id: number; identity: string }>`
    select id, identity from sites
    where id = any (${numbers}::bigint[]) or identity = any (${[...names]}::text[])`.execute(db)
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

const counted = 100_000

/** Newest first. */
export async function listAuditLines(
  db: Db,
  { operation, actor, outcome, since, until }: AuditFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ lines: AuditLine[]; total: number }> {
  let query = db.selectFrom('audit_lines')
  if (operation) query = query.where('operation', '=', operation)
  // Keys act under the name of their owner, with the key behind it.
  if (actor) query = query.where(sql<boolean>`split_part(actor_name, ' (key ', 1) = ${actor}`)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (since) query = query.where('at', '>=', since)
  if (until) query = query.where('at', '<', until)
  const offset = (page - 1) * perPage
  const [lines, { total }] = await Promise.all([
    offset >= counted ? [] : query.selectAll().orderBy('id', 'desc').limit(perPage).offset(offset).execute(),
    db
      .selectFrom(query.select('id').limit(counted).as('counted'))
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { lines, total }
}
