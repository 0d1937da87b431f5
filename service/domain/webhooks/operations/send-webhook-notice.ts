import { z } from 'zod'
import { ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { MailError } from '../../../platform/mail.ts'
import { isPermanentMailFailure, listAdministratorAddresses, mailError, renderMail } from '../../notifications/index.ts'

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
  .does(async ({ url, reason }, { db, mail, log, publicUrl }) => {
    const to = await listAdministratorAddresses(db)
    if (to.length === 0 || mail.missing !== null) return { sent: false }
    const paragraphs = [
      `Flotilla no longer calls the webhook ${url}. ${reason}`,
      'Correct the receiver, switch the webhook on again and replay the events since then.',
    ]
    const link = publicUrl === null ? {} : { link: { text: 'Open the webhooks', url: `${publicUrl}/webhooks` } }
    try {
      await mail.send({ to, subject, ...renderMail(subject, { paragraphs, ...link }) })
      return { sent: true }
    } catch (error) {
      const problem = error instanceof MailError ? mailError(error) : error
      if (!(problem instanceof ServiceError) || !isPermanentMailFailure(problem)) throw problem
      log.warn({ reason: problem.message }, 'the e-mail about a webhook was not sent')
      return { sent: false }
    }
  })
