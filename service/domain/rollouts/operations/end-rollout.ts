import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { endRolloutById, requireChangeableRollout } from '../change-rollout.ts'
import { RolloutDetail } from '../rollout.ts'
import { readRolloutDetail } from '../rollout-entry.ts'

export const endRollout = operation({
  name: 'end-rollout',
  summary: 'End a rollout: running steps end, waiting ones are cancelled. Installed updates stay.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({ rollout_id: z.int().min(1) }),
  output: RolloutDetail,
})
  .plans(async ({ rollout_id }, context) => {
    const { name, status, sites_left } = await requireChangeableRollout(context, rollout_id, 'ended')
    return { would_affect: [{ rollout_id, name, status, sites_left }] }
  })
  .does(async ({ rollout_id }, context) => {
    await endRolloutById(context, rollout_id)
    return readRolloutDetail(context, rollout_id)
  })
