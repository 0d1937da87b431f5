import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeWebhook, requireWebhook } from '../webhook.ts'
import { deleteWebhookRow } from '../webhook-store.ts'

export const deleteWebhook = operation({
  name: 'delete-webhook',
  summary: 'Delete a webhook; its pending messages are dropped.',
  effect: 'destroy',
  audit: 'one-transaction',
  permission: 'settings.manage',
  stepUp: true,
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ deleted: z.literal(true), id: z.int(), url: z.string() }),
})
  .plans(async ({ id }, { db }) => ({ id, would_affect: [describeWebhook(await requireWebhook(db, id))] }))
  .does(async ({ id }, { db }) => {
    const { url } = await requireWebhook(db, id)
    await deleteWebhookRow(db, id)
    return { deleted: true, id, url }
  })
