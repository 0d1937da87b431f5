import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { MailType } from '../mail/email-settings.ts'
import { sampleMail } from '../mail/sample-mails.ts'
import { composeMail, sendMail } from '../mail/send-mail.ts'
import { mailNotConfigured } from '../settings-errors.ts'

export const sendTestEmail = operation({
  name: 'send-test-email',
  summary: 'Send an e-mail of a type with made-up contents, to see whether e-mail works and what it looks like.',
  effect: 'change',
  permission: 'settings.manage',
  input: z.strictObject({ mail_type: MailType, to: z.email().max(254).describe('Who is to get it.') }),
  output: z.object({
    sent: z.literal(true),
    to: z.string(),
    subject: z.string(),
    message_id: z.string().describe('Under which the mail server knows it.'),
  }),
  subject: ({ mail_type, to }) => JSON.stringify({ mail_type, to }),
})
  .plans(async ({ mail_type, to }, context) => {
    const { subject } = composeMail(context, testMail(mail_type, context))
    const { missing } = context.mail
    return { would_affect: [{ to, subject }], warnings: missing === null ? [] : [missing] }
  })
  .does(async ({ mail_type, to }, context) => {
    const wanted = { ...testMail(mail_type, context), to: [to] }
    const outcome = await sendMail(context, wanted)
    if (!outcome.sent) throw mailNotConfigured(context.mail.missing!)
    return { sent: true, to, subject: composeMail(context, wanted).subject, message_id: outcome.messageId }
  })

const testMail = (type: MailType, { settings, clock }: Pick<Context, 'settings' | 'clock'>) => ({
  type,
  about: 'test',
  content: sampleMail(type, settings, clock.now()),
})
