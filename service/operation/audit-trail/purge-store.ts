import type { Database, Db } from '../../platform/database/database.ts'
import { type AuditKey, checkLine } from './audit-seal.ts'
import { findPurged, listSealedLines, nothingPurged, sealPurged } from './verify-store.ts'

const batchSize = 5_000
const maxBatches = 200

export interface PurgeResult {
  /** Lines removed now. */
  lines: number
  /** The last removed line. */
  last: number
}

/**
 * Removes the lines from before then, the oldest first, and keeps the seal of the last one, so that the rest still verifies. Lines that do
 * not verify are not removed: they would take the proof with them.
 */
export async function purgeAuditLines(db: Database, key: AuditKey, before: Date): Promise<PurgeResult> {
  const result: PurgeResult = { lines: 0, last: 0 }
  for (let batch = 0; batch < maxBatches; batch++) {
    const { lines, last } = await db.transaction().execute((trx) => purgeBatch(trx, key, before))
    if (lines === 0) break
    result.lines += lines
    result.last = last
  }
  return result
}

async function purgeBatch(trx: Db, key: AuditKey, before: Date): Promise<PurgeResult> {
  await trx
    .insertInto('audit_purged')
    .values({ ...nothingPurged, seal: sealPurged(key, nothingPurged) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx.selectFrom('audit_purged').select('lines').forUpdate().execute()
  const purged = await findPurged(trx)
  if (sealPurged(key, purged) !== purged.seal)
    throw new Error('The record of removed audit lines was changed; no line was removed. Run flotilla doctor.')
  let last = { line: purged.last_line, seal: purged.last_seal }
  let lines = 0
  for (const { id, seal, ...row } of await listSealedLines(trx, last.line, batchSize)) {
    // The oldest lines only: the times of calls whose process ended are not in the order of the lines.
    if (row.at >= before) break
    const check = checkLine(key, row, seal, last.seal)
    if (check !== 'keyed' && check !== 'plain')
      throw new Error(
        `Audit line ${id} was changed, or lines before it were removed; no line was removed. Run flotilla doctor.`,
      )
    last = { line: id, seal }
    lines++
  }
  if (lines === 0) return { lines: 0, last: 0 }
  await trx.deleteFrom('audit_lines').where('id', '<=', last.line).execute()
  const sum = { lines: purged.lines + lines, last_line: last.line, last_seal: last.seal }
  await trx
    .updateTable('audit_purged')
    .set({ ...sum, seal: sealPurged(key, sum) })
    .execute()
  return { lines, last: last.line }
}
