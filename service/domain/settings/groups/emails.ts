import { z } from 'zod'
import { recordOf, typedKeys } from '../../../platform/typed-keys.ts'
import { group, type Setting } from '../setting.ts'
import { flag, singleLine } from '../setting-types.ts'

/** The types of e-mail with their default heading and subject. */
const mailDefaults = {
  daily_digest: { label: 'Daily digest', heading: 'Daily digest', subject: 'Daily digest of your sites' },
  uptime: { label: 'Uptime', heading: 'Uptime alert', subject: 'Uptime alert' },
  site_health: { label: 'Site health', heading: 'Site health alert', subject: 'Site health alert' },
  deactivated_license_alert: {
    label: 'Deactivated licences',
    heading: 'A licence was deactivated',
    subject: 'A licence was deactivated',
  },
} as const

export type MailType = keyof typeof mailDefaults
export const mailTypes = typedKeys(mailDefaults)

const maxRecipients = 50

/** Sent as a list or a text with commas, returned as a text. */
const recipients: Setting<string, string[] | ''> = {
  summary: 'E-mail addresses of the recipients, separated by commas; by default the administrators.',
  defaultValue: '',
  inputSchema: z.union([z.array(z.email().max(254)).min(1).max(maxRecipients), z.literal(''), z.null()]),
  storedSchema: z.string(),
  toStored: (given) => (given === '' ? '' : [...new Set(given)].join(', ')),
}

const mailGroup = (type: MailType) => {
  const { label, heading, subject } = mailDefaults[type]
  return group({
    name: `emails/${type}`,
    title: `${label} e-mails`,
    settings: {
      heading: singleLine(200, heading, 'The heading inside the e-mail.'),
      subject: singleLine(200, subject, 'The subject line.'),
      recipients,
      // Flotilla has no licences: this type exists for clients that set it.
      disable: flag(0, 'Do not send this e-mail. E-mails about deactivated licences are never sent.'),
    },
  })
}

export type MailGroup = ReturnType<typeof mailGroup>

export const emails: Record<MailType, MailGroup> = recordOf(mailTypes, mailGroup)
