import { z } from 'zod'
import { type Language, languages } from '../../../operation/language.ts'
import type { NotificationFacts } from '../notification.ts'
import { toOneLine } from './channel-text.ts'

export const messageSeverities = ['info', 'warning', 'critical'] as const
export type MessageSeverity = (typeof messageSeverities)[number]

/** What a channel sends. Titles and lines contain text of child sites: plain text, which each service escapes by its own rules. */
export const ChannelMessage = z.object({
  /** Of its texts; English if it is missing. */
  language: z.enum(languages).optional(),
  title: z.string(),
  severity: z.enum(messageSeverities),
  lines: z.array(z.string()),
  /** To a page of the dashboard, below PUBLIC_URL; null without PUBLIC_URL. */
  link: z.string().nullable(),
  /** The same for the problem and its end. */
  dedupKey: z.string(),
  /** The message reports the end of a problem. */
  resolved: z.boolean(),
  happenedAt: z.string(),
  /** For webhooks of the former format, which get the events themselves. */
  events: z.array(z.custom<NotificationFacts>()).optional(),
})
export type ChannelMessage = z.output<typeof ChannelMessage>

export const linkText = 'Open in Flotilla'

const linkTexts: Record<Language, string> = { en: linkText, de: 'In Flotilla öffnen' }
export const linkTextOf = ({ language = 'en' }: ChannelMessage): string => linkTexts[language]

const maxTitleLength = 200
const maxLineLength = 500
const maxLines = 200

/** One line each, without control and invisible characters. Services shorten further. */
export const cleanMessage = (message: ChannelMessage): ChannelMessage => ({
  ...message,
  title: toOneLine(message.title, maxTitleLength),
  lines: message.lines.slice(0, maxLines).map((line) => toOneLine(line, maxLineLength)),
})

/** A problem that ended is good news, whatever the severity of the problem was. */
export const toneOf = ({ severity, resolved }: ChannelMessage): MessageSeverity | 'good' =>
  resolved ? 'good' : severity
