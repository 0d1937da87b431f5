import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { findDatabaseFailure } from '../../platform/database/database-failure.ts'
import { throwIfLeaseLost } from '../../platform/leases.ts'
import { listRunItemsToRollBack, type RolledBackItem, rollBackRun } from '../updates/index.ts'
import { rollbackOutcomeOf } from './rollback.ts'
import { recordRollbackEnd, takeRollback } from './rollback-store.ts'
import type { RollbackState } from './rollout.ts'
import type { RollbackChoices } from './start-rollback.ts'

interface RollbackResult {
  state: RollbackState
  message: string | null
  items: RolledBackItem[]
}

/** Rolls one step back. An attempt that died is continued: what is back is left alone. */
export async function rollBackStep(
  context: Context,
  { rollout_id, position, rollback }: { rollout_id: number; position: number; rollback: string },
  { confirm_sources, allow_vulnerable }: RollbackChoices,
): Promise<RollbackResult> {
  const { db, clock } = context
  const step = await takeRollback(db, rollout_id, position, rollback)
  if (!step) return { state: 'skipped', message: 'Another rollback has this step.', items: [] }
  const end = async (result: RollbackResult) => {
    await recordRollbackEnd(db, step, result, clock.now())
    return result
  }
  if (step.site_id === null) return end({ state: 'skipped', message: 'The site was deleted.', items: [] })
  const choices = { confirmedSources: confirm_sources, allowedVulnerable: allow_vulnerable }
  try {
    const wanted = await listRunItemsToRollBack(db, step.run, step.rollback_at ?? clock.now())
    const request = { run: step.run, rollback, items: wanted, ...choices }
    const { items, verdict } = await rollBackRun(context, step.site_id, request)
    return await end({ ...rollbackOutcomeOf(items, verdict), items })
  } catch (error) {
    throwIfLeaseLost()
    const failure = asServiceError(error)
    // The target is given back and runs again.
    if (findDatabaseFailure(error) !== null || (failure instanceof ServiceError && failure.code === 'svc_cancelled'))
      throw error
    const isUnknown = !(failure instanceof ServiceError) || failure.code === 'svc_outcome_unknown' || context.resumed
    const message = failure instanceof ServiceError ? failure.message : 'Unexpected error; see the log of the service.'
    await end({ state: isUnknown ? 'unknown' : 'failed', message, items: [] })
    throw error
  }
}
