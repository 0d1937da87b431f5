import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeWebhook, Webhook } from '../webhook.ts'
import { listWebhookRows } from '../webhook-store.ts'

export const listWebhooks = operation({
  name: 'list-webhooks',
  summary: 'List the webhooks.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({ webhooks: z.array(Webhook), total: z.int() }),
}).does(async (_input, { db }) => {
  const webhooks = (await listWebhookRows(db)).map(describeWebhook)
  return { webhooks, total: webhooks.length }
})
