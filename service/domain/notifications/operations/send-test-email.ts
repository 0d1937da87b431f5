import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { present } from '../../../platform/present.ts'
import { MailTypeInput } from '../mail/email-settings.ts'
import { mailNotConfigured } from '../mail/mail-errors.ts'
import { buildSampleMail } from '../mail/sample-mails.ts'
import { composeMail, sendMail } from '../mail/send-mail.ts'

export const sendTestEmail = operation({
  name: 'send-test-email',
  summary: 'Send an e-mail of a type with sample data, to check that e-mail works.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({ mail_type: MailTypeInput, to: z.email().max(254).describe('The recipient.') }),
  output: z.object({
    sent: z.literal(true),
    to: z.string(),
    subject: z.string(),
    message_id: z.string().describe('The id at the mail server.'),
  }),
  subject: ({ mail_type, to }) => JSON.stringify({ mail_type, to }),
})
  .plans(async ({ mail_type, to }, context) => {
    const { subject } = await composeMail(context, testMail(mail_type, context))
    const { missing } = context.mail
    return { would_affect: [{ to, subject }], warnings: missing === null ? [] : [missing] }
  })
  .does(async ({ mail_type, to }, context) => {
    const request = { ...testMail(mail_type, context), to: [to] }
    const outcome = await sendMail(context, request)
    if (!outcome.sent) throw mailNotConfigured(present(context.mail.missing, 'the reason why e-mail is not set up'))
    return { sent: true, to, subject: (await composeMail(context, request)).subject, message_id: outcome.messageId }
  })

const testMail = (type: MailTypeInput, { settings, clock }: Pick<Context, 'settings' | 'clock'>) => ({
  type,
  about: 'test',
  content: buildSampleMail(type, settings, clock.now()),
})
