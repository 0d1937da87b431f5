import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { digestOutcomes, sendDigest } from '../../notifications/index.ts'
import { buildDigest } from '../build-digest.ts'

export const sendDailyDigest = operation({
  name: 'send-daily-digest',
  summary: 'Send the daily digest in the morning: what is down, not connected, to be renewed and to be updated.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ outcome: z.enum(digestOutcomes) }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => ({ outcome: await sendDigest(context, buildDigest) }))
