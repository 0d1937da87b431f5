import { type Selectable, sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { findHighestId } from '../../platform/database/reserve-ids.ts'
import { type AuditKey, authenticate, checkLine, type LinePosition } from './audit-seal.ts'
import type { AuditRow } from './audit-tables.ts'

/** Lines that retention has removed; one row, authenticated with the key. */
export interface PurgedLines {
  lines: number
  last_line: number
  /** The seal of the last removed line: the first remaining one continues it. */
  last_seal: string
  seal: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    audit_purged: PurgedLines & { only_row?: boolean }
  }
}

export const sealPurged = (key: AuditKey, { lines, last_line, last_seal }: Omit<PurgedLines, 'seal'>): string =>
  authenticate(key, 'purged lines', [lines, last_line, last_seal])

export const nothingPurged: PurgedLines = { lines: 0, last_line: 0, last_seal: '', seal: '' }

export const findPurged = async (db: Db): Promise<PurgedLines> =>
  (await db.selectFrom('audit_purged').select(['lines', 'last_line', 'last_seal', 'seal']).executeTakeFirst()) ??
  nothingPurged

/** A line with this operation says that a process created an anchor where none was. */
export const anchorOperation = 'create-audit-anchor'

export interface AuditReport {
  /** Verified lines. */
  lines: number
  /** Lines that retention removed. */
  purged: number
  last: LinePosition
  /** How often an anchor was created, and when last. */
  anchors: { count: number; last: Date | null }
  /** The highest number that a line ever had, also one that was removed or whose transaction failed. */
  highest: number
  /** Lines from before the key; the line after them closes them. */
  beforeKey: { lines: number; last: number } | null
  /** Lines without the key after lines with it: of a process of an older version, or of another program. */
  laterPlain: { lines: number; first: number } | null
  problem: AuditProblem | null
}

export type AuditProblem =
  | { kind: 'wrong line'; line: number }
  | { kind: 'other key'; line: number }
  | { kind: 'newest removed'; line: number }
  | { kind: 'purge record' }

export interface VerifyOptions {
  batchSize?: number
  /** Begins after this line instead of at the first one. */
  after?: LinePosition
  /** Called after each batch with the number of verified lines, and for each line that the caller wants to compare. */
  onProgress?(verified: number): void
  onLine?(line: LinePosition): void
}

const columns = [
  ...(['id', 'at', 'actor_kind', 'actor_name', 'user_id', 'key_id', 'address', 'request_id'] as const),
  ...(['operation', 'subject', 'outcome', 'seal'] as const),
]

export const listSealedLines = (db: Db, after: number, limit: number): Promise<Selectable<AuditRow>[]> =>
  db.selectFrom('audit_lines').select(columns).where('id', '>', after).orderBy('id').limit(limit).execute()

export const countSealedLines = async (db: Database): Promise<number> =>
  oneRow(await queryRows(db, sql<{ count: number }>`select count(*) as count from audit_lines`)).count

/**
 * Verifies the chain in batches, in one snapshot of the database: lines that are written meanwhile do not matter. `key` null:
 * the installation has none.
 */
export function verifyAuditTrail(
  db: Database,
  key: AuditKey | null,
  options: VerifyOptions = {},
): Promise<AuditReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => verifyIn(trx, key, options))
}

async function verifyIn(trx: Db, key: AuditKey | null, options: VerifyOptions): Promise<AuditReport> {
  const { batchSize = 2_000, onProgress = () => {}, onLine = () => {} } = options
  const head = await trx.selectFrom('audit_head').select('seal').executeTakeFirst()
  const purged = await findPurged(trx)
  const after = options.after ?? { line: purged.last_line, seal: purged.last_seal }
  const report: AuditReport = {
    lines: 0,
    purged: purged.lines,
    last: after,
    anchors: { count: 0, last: null },
    highest: await findHighestId(trx, 'audit_lines'),
    beforeKey: null,
    laterPlain: null,
    problem: null,
  }
  if (purged.lines > 0 && (!key || sealPurged(key, purged) !== purged.seal))
    return { ...report, problem: { kind: 'purge record' } }
  const start = key?.start ?? { line: Number.POSITIVE_INFINITY, seal: '' }
  for (;;) {
    const rows = await listSealedLines(trx, report.last.line, batchSize)
    for (const { id, seal, ...row } of rows) {
      const check = checkLine(key, row, seal, report.last.seal)
      if (check === 'wrong') return { ...report, problem: { kind: 'wrong line', line: id } }
      if (check === 'other key') return { ...report, problem: { kind: 'other key', line: id } }
      if (id === start.line && seal !== start.seal) return { ...report, problem: { kind: 'wrong line', line: id } }
      // The chain was replaced: the line that closed the lines before the key is not in it.
      if (report.last.line < start.line && id > start.line)
        return { ...report, problem: { kind: 'wrong line', line: id } }
      if (check === 'plain' && id > start.line)
        report.laterPlain = { lines: (report.laterPlain?.lines ?? 0) + 1, first: report.laterPlain?.first ?? id }
      else if (check === 'plain') report.beforeKey = { lines: (report.beforeKey?.lines ?? 0) + 1, last: id }
      if (row.operation === anchorOperation) report.anchors = { count: report.anchors.count + 1, last: row.at }
      report.last = { line: id, seal }
      report.lines++
      onLine(report.last)
    }
    onProgress(report.lines)
    if (rows.length < batchSize) break
  }
  if (report.lines > 0 && report.last.line < start.line && key)
    report.problem = { kind: 'wrong line', line: report.last.line }
  // Another head means that the newest lines were deleted.
  if (head?.seal !== report.last.seal) report.problem = { kind: 'newest removed', line: report.last.line }
  return report
}

export async function findLine(db: Db, line: number): Promise<LinePosition | undefined> {
  const row = await db.selectFrom('audit_lines').select(['id', 'seal']).where('id', '=', line).executeTakeFirst()
  return row && { line: row.id, seal: row.seal }
}

export async function findNewestLine(db: Db): Promise<LinePosition | undefined> {
  const row = await db
    .selectFrom('audit_lines')
    .select(['id', 'seal'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { line: row.id, seal: row.seal }
}

/** The first restore of a backup that was recorded after then. Its seal is verified: nothing else can write such a line. */
export async function findRestoreAfter(db: Db, key: AuditKey, after: Date): Promise<LinePosition | undefined> {
  const found = await db
    .selectFrom('audit_lines')
    .select(columns)
    .where('operation', '=', 'restore-backup')
    .where('at', '>=', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const { id, seal, ...row } = found
  const before = await db
    .selectFrom('audit_lines')
    .select('seal')
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return checkLine(key, row, seal, before?.seal ?? '') === 'keyed' ? { line: id, seal } : undefined
}
