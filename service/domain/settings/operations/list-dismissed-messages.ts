import { z } from 'zod'
import { requireUserId } from '../../../operation/actor.ts'
import { operation } from '../../../operation/operation.ts'
import { listDismissals } from '../info-message-store.ts'

export const listDismissedMessages = operation({
  name: 'list-dismissed-messages',
  summary: 'List the info messages of the dashboard that you have dismissed.',
  effect: 'read',
  permission: 'own',
  input: z.strictObject({}),
  output: z.object({ messages: z.array(z.string()), total: z.int() }),
}).does(async (_input, { db, actor }) => {
  const messages = await listDismissals(db, requireUserId(actor))
  return { messages, total: messages.length }
})
