import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { operation } from '../../../operation/operation.ts'
import { MailError } from '../../../platform/mail.ts'
import { findMailBranding } from '../mail/branding-store.ts'
import { mailError, mailNotConfigured } from '../mail/mail-errors.ts'
import { type MailServerInput, mailServerInput, mergeMailServer } from '../mail/mail-server.ts'
import { mailerForServer, openMailServerRow } from '../mail/open-mailer.ts'
import { renderMail } from '../mail/render-mail.ts'

const subject = 'Test of the mail server'

export const testMailServer = operation({
  name: 'test-mail-server',
  summary:
    'Send a test e-mail and return the answer of the mail server: with the server in use, or with settings that are not stored yet.',
  effect: 'change',
  permission: 'access.manage',
  stepUp: true,
  input: mailServerInput.extend({ to: z.email().max(254).describe('The recipient.') }),
  output: z.object({
    sent: z.literal(true),
    to: z.string(),
    answer: z.string().describe('The answer of the mail server, such as 250 2.0.0 Ok: queued as 4F2.'),
    message_id: z.string(),
  }),
  subject: ({ host, to }) => JSON.stringify({ mail_server: host, to }),
})
  .plans(async ({ to, ...changes }, context) => {
    const { missing } = await mailerFor(context, changes)
    return { would_affect: [{ to, subject }], warnings: missing === null ? [] : [missing] }
  })
  .does(async ({ to, ...changes }, context) => {
    const mailer = await mailerFor(context, changes)
    if (mailer.missing !== null) throw mailNotConfigured(mailer.missing)
    const content = { paragraphs: ['This e-mail shows that the mail server works.'] }
    try {
      const { answer, messageId } = await mailer.send({
        to: [to],
        subject,
        ...renderMail(subject, content, await findMailBranding(context.db)),
      })
      return { sent: true as const, to, answer, message_id: messageId }
    } catch (error) {
      throw error instanceof MailError ? mailError(error) : error
    }
  })

/** Without changes the mailer in use, which may be that of SMTP_URL. */
async function mailerFor(context: Context, changes: MailServerInput) {
  if (Object.values(changes).every((value) => value === undefined)) return context.mail
  return mailerForServer(context, openMailServerRow(context, await mergeMailServer(context, changes)))
}
