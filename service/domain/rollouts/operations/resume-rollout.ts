import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requireChangeableRollout, resumeRolloutById } from '../change-rollout.ts'
import { RolloutDetail } from '../rollout.ts'
import { readRolloutDetail } from '../rollout-entry.ts'
import { runRolloutStep } from './run-rollout-step.ts'

export const resumeRollout = operation({
  name: 'resume-rollout',
  summary: 'Resume a paused rollout; the failure budget of its wave is reset.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({ rollout_id: z.int().min(1) }),
  output: RolloutDetail,
})
  .plans(async ({ rollout_id }, context) => {
    const { name, status, sites_left } = await requireChangeableRollout(context, rollout_id, 'resumed')
    return { would_affect: [{ rollout_id, name, status, sites_left }] }
  })
  .does(async ({ rollout_id }, context) => {
    await resumeRolloutById({ ...context, step: runRolloutStep }, rollout_id)
    return readRolloutDetail(context, rollout_id)
  })
