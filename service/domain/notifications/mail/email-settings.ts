import { z } from 'zod'
import { describeSetting, emails, mailTypes } from '../../settings/index.ts'

export const MailTypeInput = z.enum(mailTypes).describe('The type of e-mail.')
export type MailTypeInput = z.output<typeof MailTypeInput>

// The types differ only in their defaults.
const { heading, subject, recipients, disable } = emails.daily_digest.settings

export const EmailSettings = z.object({
  type: MailTypeInput,
  heading: heading.storedSchema.describe(heading.summary),
  subject: subject.storedSchema.describe(subject.summary),
  recipients: recipients.storedSchema.describe(describeSetting(recipients)),
  disable: disable.storedSchema.describe(describeSetting(disable)),
})

export const emailSettingsInput = {
  heading: heading.inputSchema.describe(heading.summary).optional(),
  subject: subject.inputSchema.describe(subject.summary).optional(),
  recipients: recipients.inputSchema.describe(describeSetting(recipients)).optional(),
  disable: disable.inputSchema.describe(describeSetting(disable)).optional(),
}
