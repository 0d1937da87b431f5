import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { recountItems } from '../inventory-store.ts'

export const recountSoftware = operation({
  name: 'recount-software',
  summary: 'Add the changes that syncs made to the counts of plugins and themes, for the inventory and the search.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ changed: z.int() }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_, { db }) => ({ changed: await recountItems(db) }))
