import { type Selectable, sql } from 'kysely'
import type { AuditRow } from '../../operation/audit-trail/audit-tables.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** Derived from the subjects of the lines, so not sealed. */
    audit_line_sites: { site_id: number; at: Date; line_id: number }
  }
}

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

export async function hasUnlinkedAuditLines(db: Database): Promise<boolean> {
  return oneRow(
    await queryRows(
      db,
      sql<{ found: boolean }>`select exists (
        select from audit_lines where id > coalesce((select linked_line from change_log_audit), 0)) as found`,
    ),
  ).found
}

/** The last line whose sites are stored, locked until the transaction ends; null while another process has the lock. */
export async function lockLinkPosition(trx: Db): Promise<number | null> {
  if ((await lockAuditPosition(trx)) === null) return null
  return (await trx.selectFrom('change_log_audit').select('linked_line').executeTakeFirstOrThrow()).linked_line
}

export async function updateLinkPosition(trx: Db, line: number): Promise<void> {
  await trx.updateTable('change_log_audit').set({ linked_line: line }).execute()
}

export async function insertAuditLinks(
  trx: Db,
  links: readonly { site_id: number; at: Date; line_id: number }[],
): Promise<void> {
  await sql`
    insert into audit_line_sites (site_id, at, line_id)
    select site_id, at, line_id from json_to_recordset(${JSON.stringify(links)}::json)
      as link (site_id bigint, at timestamptz, line_id bigint)
    on conflict do nothing`.execute(trx)
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

/** Returns their number, 0 when none is left. */
export async function deleteLinksOfRemovedLines(db: Db, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from audit_line_sites where ctid = any (array (
      select ctid from audit_line_sites where line_id <= (select last_line from audit_purged) limit ${limit}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
