import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { recountLeftOver } from '../ignore-updates.ts'

/** Has no route: it is queued with each rule for every site. */
export const recountLeftOverUpdates = operation({
  name: 'recount-left-over-updates',
  summary: 'Recount the updates of sites after a rule for every site changed: of many sites, or after a crash.',
  effect: 'change',
  idempotent: true,
  permission: 'updates.manage',
  input: z.strictObject({}),
  output: z.object({ sites: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, context) => ({ sites: await recountLeftOver(context) }))
