import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeSettings, emails, planChange } from '../../settings/index.ts'
import { EmailSettings, emailSettingsInput, MailTypeInput } from '../mail/email-settings.ts'

export const updateEmailSettings = operation({
  name: 'update-email-settings',
  summary: 'Change a type of e-mail: values that are not sent do not change, null resets to the default.',
  effect: 'change',
  idempotent: true,
  audit: 'own-transaction',
  permission: 'settings.manage',
  input: z.strictObject({ mail_type: MailTypeInput, ...emailSettingsInput }),
  output: EmailSettings,
  readOnly: ['type'],
  subject: (input) => JSON.stringify(input).slice(0, 500),
})
  .plans(async ({ mail_type, ...given }, { db }) => ({
    mail_type,
    would_affect: await planChange(db, emails[mail_type], given),
  }))
  .does(async ({ mail_type, ...given }, context) => ({
    type: mail_type,
    ...(await changeSettings(context, emails[mail_type], given)),
  }))
