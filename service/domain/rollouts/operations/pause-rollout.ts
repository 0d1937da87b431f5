import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { pauseRolloutById, requireChangeableRollout } from '../change-rollout.ts'
import { RolloutDetail } from '../rollout.ts'
import { readRolloutDetail } from '../rollout-entry.ts'

export const pauseRollout = operation({
  name: 'pause-rollout',
  summary: 'Pause a rollout: running steps end, no further step starts.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({ rollout_id: z.int().min(1) }),
  output: RolloutDetail,
})
  .plans(async ({ rollout_id }, context) => {
    const { name, status, sites_left } = await requireChangeableRollout(context, rollout_id, 'paused')
    return { would_affect: [{ rollout_id, name, status, sites_left }] }
  })
  .does(async ({ rollout_id }, context) => {
    await pauseRolloutById(context, rollout_id)
    return readRolloutDetail(context, rollout_id)
  })
