import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { emails, mailTypes, readSettings } from '../../settings/index.ts'
import { EmailSettings } from '../mail/email-settings.ts'

export const listEmailSettings = operation({
  name: 'list-email-settings',
  summary: 'List the types of e-mail with heading, subject, recipients and whether they are switched off.',
  effect: 'read',
  permission: 'settings.read',
  input: z.strictObject({}),
  output: z.object({ emails: z.array(EmailSettings), total: z.int() }),
}).does(async (_input, { db }) => {
  const all = await Promise.all(mailTypes.map(async (type) => ({ type, ...(await readSettings(db, emails[type])) })))
  return { emails: all, total: all.length }
})
