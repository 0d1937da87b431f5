import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { changeSettings, planChange } from '../change-settings.ts'
import { emails } from '../groups/emails.ts'
import { EmailSettings, emailSettingsInput, MailType } from '../mail/email-settings.ts'
import type { Group } from '../setting.ts'

export const updateEmailSettings = operation({
  name: 'update-email-settings',
  summary: 'Change a type of e-mail: what is not sent stays, null puts the default back.',
  effect: 'change',
  idempotent: true,
  permission: 'settings.manage',
  input: z.strictObject({ mail_type: MailType, ...emailSettingsInput }),
  output: EmailSettings,
  subject: (input) => JSON.stringify(input).slice(0, 500),
})
  .plans(async ({ mail_type, ...given }, { db }) => ({
    mail_type,
    would_affect: await planChange(db, emails[mail_type] as unknown as Group, given),
  }))
  .does(async ({ mail_type, ...given }, context) => ({
    type: mail_type,
    ...(await changeSettings(context, emails[mail_type], given)),
  }))
