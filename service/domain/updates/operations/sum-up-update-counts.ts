import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { sumUpClientCounts } from '../client-count-store.ts'
import { sumUpCounts } from '../count-store.ts'

export const sumUpUpdateCounts = operation({
  name: 'sum-up-update-counts',
  summary: 'Sum up what syncs changed in the counts of sites that wait for an update.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ done: z.literal(true) }),
})
  .plans(async () => ({ would_affect: [] }))
  .does(async (_input, { db }) => {
    await sumUpCounts(db)
    await sumUpClientCounts(db)
    return { done: true as const }
  })
