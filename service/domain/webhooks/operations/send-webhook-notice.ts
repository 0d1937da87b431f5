import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { mailAdministrators } from '../../notifications/index.ts'

const subject = 'A webhook of Flotilla was switched off'

/** Has no address: switching a webhook off queues it. */
export const sendWebhookNotice = operation({
  name: 'send-webhook-notice',
  summary: 'Notify the administrators by e-mail that a webhook was switched off.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({ url: z.string().max(2000), reason: z.string().max(500) }),
  output: z.object({ sent: z.boolean() }),
})
  .plans(async ({ url }) => ({ would_affect: [{ url }] }))
  .does(async ({ url, reason }, context) => {
    const { publicUrl } = context
    const paragraphs = [
      `Flotilla no longer calls the webhook ${url}. ${reason}`,
      'Correct the receiver, switch the webhook on again and replay the events since then.',
    ]
    const link = publicUrl === null ? {} : { link: { text: 'Open the webhooks', url: `${publicUrl}/webhooks` } }
    return { sent: await mailAdministrators(context, { subject, paragraphs, ...link }) }
  })
