import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { recountItems } from '../item-store.ts'

export const recountSoftware = operation({
  name: 'recount-software',
  summary: 'Count on how many sites each plugin and theme is, so that the search shows the commonest first.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ changed: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_, { db }) => ({ changed: await recountItems(db) }))
