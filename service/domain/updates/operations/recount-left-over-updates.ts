import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { recountLeftOver } from '../recount-updates.ts'

/** Has no address: it is queued with each rule for every site. */
export const recountLeftOverUpdates = operation({
  name: 'recount-left-over-updates',
  summary:
    'Count the updates of sites anew that somebody who died meant to count after changing a rule for every site.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({}),
  output: z.object({ sites: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => ({ sites: await recountLeftOver(context) }))
