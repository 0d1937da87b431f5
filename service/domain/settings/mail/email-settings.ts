import { z } from 'zod'
import { emails, mailTypes } from '../groups/emails.ts'
import { describeSetting } from '../setting.ts'

export const MailType = z.enum(mailTypes).describe('The type of e-mail.')
export type MailType = z.output<typeof MailType>

// The types differ in their defaults only, and those are for each to say.
const { heading, subject, recipients, disable } = emails.daily_digest.settings

export const EmailSettings = z.object({
  type: MailType,
  heading: heading.holds.describe(heading.summary),
  subject: subject.holds.describe(subject.summary),
  recipients: recipients.holds.describe(describeSetting(recipients)),
  disable: disable.holds.describe(describeSetting(disable)),
})

export const emailSettingsInput = {
  heading: heading.takes.describe(heading.summary).optional(),
  subject: subject.takes.describe(subject.summary).optional(),
  recipients: recipients.takes.describe(describeSetting(recipients)).optional(),
  disable: disable.takes.describe(describeSetting(disable)).optional(),
}
