import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { advanceRollout } from '../advance-rollout.ts'
import { listDueRollouts } from '../rollout-store.ts'
import { runRolloutStep } from './run-rollout-step.ts'

export const advanceRollouts = operation({
  name: 'advance-rollouts',
  summary: 'Start the next waves of rollouts when they are due; runs every minute.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ rollouts: z.int() }),
})
  .plans(async (_input, { db, clock }) => ({ would_affect: await listDueRollouts(db, clock.now()) }))
  .does(async (_input, context) => {
    const due = await listDueRollouts(context.db, context.clock.now())
    for (const { id } of due) {
      await advanceRollout({ ...context, step: runRolloutStep }, id).catch((error) =>
        context.log.warn({ err: error, rollout: id }, 'a rollout was not advanced'),
      )
    }
    return { rollouts: due.length }
  })
