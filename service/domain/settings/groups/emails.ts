import { z } from 'zod'
import { flag, line } from '../kinds.ts'
import { group, type Setting } from '../setting.ts'

/** The kinds of e-mail that are sent, and how they begin unless somebody writes something else. */
const beginnings = {
  daily_digest: { label: 'Daily digest', heading: 'Daily digest', subject: 'Daily digest of your sites' },
  uptime: { label: 'Uptime', heading: 'Uptime alert', subject: 'Uptime alert' },
  site_health: { label: 'Site health', heading: 'Site health alert', subject: 'Site health alert' },
  deactivated_license_alert: {
    label: 'Deactivated licences',
    heading: 'A licence was deactivated',
    subject: 'A licence was deactivated',
  },
} as const

export type MailType = keyof typeof beginnings
export const mailTypes = Object.keys(beginnings) as [MailType, ...MailType[]]

const mostRecipients = 50

/** Sent as a list or a text with commas, shown as such a text. */
const recipients: Setting<string> = {
  summary: 'Addresses it is sent to, divided by commas; without any, to the administrators.',
  byDefault: '',
  takes: z.union([z.array(z.email().max(254)).min(1).max(mostRecipients), z.literal(''), z.null()]),
  holds: z.string(),
  keeps: (given) => (given === '' ? '' : [...new Set(given as string[])].join(', ')),
}

const mailGroup = (type: MailType) => {
  const { label, heading, subject } = beginnings[type]
  return group({
    name: `emails/${type}`,
    title: `${label} e-mails`,
    settings: {
      heading: line(200, heading, 'The heading inside the e-mail.'),
      subject: line(200, subject, 'The subject line.'),
      recipients,
      // Nothing here has a licence that could be deactivated: that type is there for clients that set it.
      disable: flag(0, 'Do not send it. E-mails about deactivated licences are never sent.'),
    },
  })
}

export type MailGroup = ReturnType<typeof mailGroup>

export const emails = Object.fromEntries(mailTypes.map((type) => [type, mailGroup(type)])) as Record<
  MailType,
  MailGroup
>
