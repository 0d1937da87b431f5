import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { sumUpGroupCounts, sumUpItemCounts } from '../update-count-store.ts'

export const sumUpUpdateCounts = operation({
  name: 'sum-up-update-counts',
  summary: 'Add the changes that syncs made to the counts of pending updates.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ done: z.literal(true) }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, { db }) => {
    await sumUpItemCounts(db)
    await sumUpGroupCounts(db)
    return { done: true as const }
  })
