import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { endIgnored } from '../ignore-updates.ts'
import { countEndedRules } from '../ignored-update-store.ts'

export const endIgnoredUpdates = operation({
  name: 'end-ignored-updates',
  summary: 'List updates again whose time of being ignored has passed.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ rules: z.int().describe('How many rules ended.') }),
})
  .plans(async (_input, { db, clock }) => {
    const count = await countEndedRules(db, clock.now())
    return { would_affect: [], count }
  })
  .does((_input, context) => endIgnored(context))
