import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { updateUptimes } from '../uptime-store.ts'

export const computeUptimes = operation({
  name: 'compute-uptimes',
  summary: 'Compute the uptime of every site over the last 30 days, so that lists can be sorted by it.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ changed: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_, { db, settings, clock }) => ({ changed: await updateUptimes({ db, settings, now: clock.now() }) }))
