import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { RolloutDetail } from '../rollout.ts'
import { readRolloutDetail } from '../rollout-entry.ts'

export const getRollout = operation({
  name: 'get-rollout',
  summary: 'Read a rollout with its waves, budgets and items.',
  effect: 'read',
  permission: 'updates.read',
  tool: true,
  input: z.strictObject({ rollout_id: z.int().min(1) }),
  output: RolloutDetail,
}).does(({ rollout_id }, context) => readRolloutDetail(context, rollout_id))
