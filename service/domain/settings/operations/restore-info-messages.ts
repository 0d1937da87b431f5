import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countDismissed, restoreAll } from '../info-message-store.ts'

export const restoreInfoMessages = operation({
  name: 'restore-info-messages',
  summary: 'Show every info message of the dashboard to everybody again, also those that somebody dismissed.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ restored: z.int() }),
})
  .plans(async (_input, { db }) => {
    const count = await countDismissed(db)
    return { would_affect: count === 0 ? [] : [{ dismissed_messages: count }], count }
  })
  .does(async (_input, { db }) => ({ restored: await restoreAll(db) }))
