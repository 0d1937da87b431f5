import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { insertDismissal, listDismissals } from '../info-message-store.ts'

export const dismissInfoMessage = operation({
  name: 'dismiss-info-message',
  summary: 'Hide an info message of the dashboard for you.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'own',
  input: z.strictObject({
    message: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'must be the name of a message: lower-case letters, digits and hyphens')
      .describe('The name of the message.'),
  }),
  output: z.object({ message: z.string(), dismissed: z.literal(true) }),
})
  .plans(async ({ message }, { db, actor }) => {
    const known = await listDismissals(db, requireUserId(actor))
    return { message, would_affect: known.includes(message) ? [] : [{ message }] }
  })
  .does(async ({ message }, { db, actor, clock }) => {
    await insertDismissal(db, requireUserId(actor), message, clock.now())
    return { message, dismissed: true }
  })
