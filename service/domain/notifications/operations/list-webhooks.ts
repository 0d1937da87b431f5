import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeWebhook, Webhook } from '../webhook.ts'
import { listWebhooks as listRows } from '../webhook-store.ts'

export const listWebhooks = operation({
  name: 'list-webhooks',
  summary: 'List the addresses of programs that are told what happens to sites.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({ webhooks: z.array(Webhook), total: z.int() }),
}).does(async (_input, { db }) => {
  const webhooks = (await listRows(db)).map(describeWebhook)
  return { webhooks, total: webhooks.length }
})
