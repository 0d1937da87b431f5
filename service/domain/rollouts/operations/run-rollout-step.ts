import { z } from 'zod'
import { type Operation, operation } from '../../../operation/operation.ts'
import { SiteReport, toUpdateResults } from '../../updates/index.ts'
import { advanceRollout } from '../advance-rollout.ts'
import { StepState } from '../rollout.ts'
import { rolloutNotFound } from '../rollout-errors.ts'
import { findStep } from '../rollout-store.ts'
import { runStep } from '../run-step.ts'

/** Has no route: only the jobs of rollouts run it, once per site. */
export const runRolloutStep: Operation = operation({
  name: 'run-rollout-step',
  summary: 'Install the planned updates of one site, as part of a rollout.',
  effect: 'change',
  // The same run is continued, not repeated.
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({ rollout_id: z.int().min(1), position: z.int().min(0) }),
  output: z.object({
    rollout_id: z.int(),
    position: z.int(),
    state: StepState,
    message: z.string().nullable(),
    report: SiteReport.nullable(),
  }),
  results: ({ report }) =>
    report ? toUpdateResults(report) : { done: 0, errors: [], label: ['site updated', 'sites updated'] },
})
  .plans(async ({ rollout_id, position }, { db }) => {
    const step = await findStep(db, rollout_id, position)
    if (!step) throw rolloutNotFound(rollout_id)
    return { would_affect: step.items.map((item) => ({ site_id: step.site_id, ...item })) }
  })
  .does(async ({ rollout_id, position }, context) => {
    const step = await findStep(context.db, rollout_id, position)
    if (!step) throw rolloutNotFound(rollout_id)
    try {
      const ended = await runStep(context, step)
      if (ended) return { rollout_id, position, ...ended }
    } finally {
      // The schedule advances the rollout too, if this fails.
      await advanceRollout({ ...context, step: runRolloutStep }, rollout_id).catch((error) =>
        context.log.warn({ err: error, rollout: rollout_id }, 'a rollout was not advanced'),
      )
    }
    const message = 'The rollout was paused or ended before this step started.'
    return { rollout_id, position, state: 'waiting', message, report: null }
  })
