import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { MailTypeInput } from '../mail/email-settings.ts'
import { buildSampleMail } from '../mail/sample-mails.ts'
import { composeMail, recipientsOf } from '../mail/send-mail.ts'

export const previewEmail = operation({
  name: 'preview-email',
  summary: 'Preview an e-mail of a type with sample data, as JSON or as an HTML file.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({ mail_type: MailTypeInput, format: z.enum(['json', 'html']).default('json') }),
  output: z.object({
    type: MailTypeInput,
    subject: z.string(),
    recipients: z.array(z.string()),
    html: z.string(),
    text: z.string(),
  }),
  answers: ['json', 'file'],
}).does(async ({ mail_type: type, format }, context) => {
  const mail = await composeMail(context, {
    type,
    content: buildSampleMail(type, context.settings, context.clock.now()),
  })
  if (format === 'html') return new FileAnswer(`${type}.html`, 'text/html; charset=utf-8', mail.html)
  const { subject, html, text } = mail
  return { type, subject, html, text, recipients: await recipientsOf(context, type) }
})
