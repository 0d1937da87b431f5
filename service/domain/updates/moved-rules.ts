import type { Db } from '../../platform/database/database.ts'
import { applyRules, insertRules, lockRulesExclusive, type RuleScope } from './ignored-update-store.ts'

/** Rules of another dashboard that ignore updates. The slugs are checked; the sites exist and their table is locked. */
export async function importIgnoreRules(
  trx: Db,
  rules: readonly RuleScope[],
  who: { at: Date; by: string },
): Promise<void> {
  if (rules.length === 0) return
  await lockRulesExclusive(trx)
  for (const rule of rules) {
    await insertRules(trx, rule, { ...who, reason: '', until: null })
    await applyRules(trx, 'ignore', rule)
  }
}
