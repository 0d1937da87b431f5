import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { MailType } from '../mail/email-settings.ts'
import { sampleMail } from '../mail/sample-mails.ts'
import { composeMail, recipientsOf } from '../mail/send-mail.ts'

export const previewEmail = operation({
  name: 'preview-email',
  summary: 'See an e-mail of a type as it would be sent, with made-up contents: as JSON, or as an HTML file.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({ mail_type: MailType, format: z.enum(['json', 'html']).default('json') }),
  output: z.object({
    type: MailType,
    subject: z.string(),
    recipients: z.array(z.string()),
    html: z.string(),
    text: z.string(),
  }),
  answers: ['json', 'file'],
}).does(async ({ mail_type: type, format }, context) => {
  const mail = composeMail(context, { type, content: sampleMail(type, context.settings, context.clock.now()) })
  if (format === 'html') return new FileAnswer(`${type}.html`, 'text/html; charset=utf-8', mail.html)
  return { type, ...mail, recipients: await recipientsOf(context, type) }
})
