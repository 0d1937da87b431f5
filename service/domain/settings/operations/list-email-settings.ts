import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { readSettings } from '../change-settings.ts'
import { emails, mailTypes } from '../groups/emails.ts'
import { EmailSettings } from '../mail/email-settings.ts'

export const listEmailSettings = operation({
  name: 'list-email-settings',
  summary: 'List the types of e-mail: heading, subject, who gets it, and whether it is switched off.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({ emails: z.array(EmailSettings), total: z.int() }),
}).does(async (_input, { db }) => {
  const all = await Promise.all(mailTypes.map(async (type) => ({ type, ...(await readSettings(db, emails[type])) })))
  return { emails: all, total: all.length }
})
