import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CheckChoice } from '../update-policies/index.ts'
import { advanceRollout } from './advance-rollout.ts'
import { runRolloutStep } from './operations/run-rollout-step.ts'
import type { RolloutPlan } from './plan-rollout.ts'
import { insertRollout } from './rollout-store.ts'

interface NewRollout extends Pick<RolloutPlan, 'waves' | 'steps'> {
  name: string
  startsAt?: Date
  checks?: CheckChoice
}

/**
 * Stores the rollout together with what `alongside` writes, and starts its first wave. If the process dies in between, the schedule
 * starts it.
 */
export async function startRollout(
  context: Context,
  { name, waves, steps, startsAt, checks = {} }: NewRollout,
  alongside?: (trx: Db, rolloutId: number) => Promise<void>,
): Promise<number> {
  const { db, clock, actor } = context
  const now = clock.now()
  const id = await db.transaction().execute(async (trx) => {
    const rolloutId = await insertRollout(trx, { name, actor, startsAt: startsAt ?? now, checks }, waves, steps, now)
    await alongside?.(trx, rolloutId)
    return rolloutId
  })
  await advanceRollout({ ...context, step: runRolloutStep }, id)
  return id
}
