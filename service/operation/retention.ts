import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteRowsBefore } from '../platform/database/old-row-store.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Logger } from '../platform/log.ts'
import type { Settings } from './settings.ts'

/** Deletes a batch of rows from before then, about `limit`; returns the number, 0 when none is left. */
type DeleteBatch = (db: Database, before: Date, limit: number) => Promise<number>

/** Rows whose time in `column` is older than `keepDays` are deleted, or the rows that `delete` selects. */
export type RetentionRule = {
  [Table in keyof Tables]: {
    table: Table
    /** Tables whose rows are deleted with those of `table`. */
    cascadesTo?: readonly (keyof Tables)[]
    keepDays: number | ((settings: Settings) => number)
  } & ({ column: keyof Tables[Table] & string } | { delete: DeleteBatch })
}[keyof Tables]

interface RetentionContext {
  db: Database
  clock: Clock
  settings: Settings
  log: Logger
}

/** Short transactions, so that no other query waits long; the rest of a very large table is left for the next run. */
const limits = { batchRows: 5_000, batchesPerRule: 200 }

const dayMs = 86_400_000

/** Deletes old rows by every rule and returns their number by table. Throws at the end if a rule failed. */
export async function applyRetention(
  rules: readonly RetentionRule[],
  context: RetentionContext,
  { batchRows, batchesPerRule } = limits,
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  const failed: string[] = []
  for (const rule of rules) {
    try {
      for (let batch = 0; batch < batchesPerRule; batch++) {
        const rows = await deleteBatch(rule, context, batchRows)
        if (rows === 0) break
        deleted[rule.table] = (deleted[rule.table] ?? 0) + rows
      }
    } catch (error) {
      context.log.error({ err: error, table: rule.table }, 'deleting old rows failed')
      failed.push(rule.table)
    }
  }
  if (Object.keys(deleted).length > 0) context.log.info({ deleted }, 'deleted old rows')
  if (failed.length > 0) throw new Error(`Old rows could not be deleted from ${failed.join(', ')}.`)
  return deleted
}

function deleteBatch(rule: RetentionRule, { db, clock, settings }: RetentionContext, limit: number): Promise<number> {
  const keepDays = typeof rule.keepDays === 'number' ? rule.keepDays : rule.keepDays(settings)
  const before = new Date(clock.now().getTime() - keepDays * dayMs)
  return 'delete' in rule
    ? rule.delete(db, before, limit)
    : deleteRowsBefore(db, rule.table, rule.column, before, limit)
}
