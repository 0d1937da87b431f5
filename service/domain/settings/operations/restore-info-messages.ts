import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { countDismissals, deleteAllDismissals } from '../info-message-store.ts'

export const restoreInfoMessages = operation({
  name: 'restore-info-messages',
  summary: 'Show all dismissed info messages of the dashboard to all users again.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  input: z.strictObject({}),
  output: z.object({ restored: z.int() }),
})
  .plans(async (_input, { db }) => {
    const count = await countDismissals(db)
    return { would_affect: count === 0 ? [] : [{ dismissed_messages: count }], count }
  })
  .does(async (_input, { db }) => ({ restored: await deleteAllDismissals(db) }))
