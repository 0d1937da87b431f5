import type { Settings } from '../../operation/settings.ts'
import { type MailContent, sayDate, sayTime } from '../settings/index.ts'
import type { EventRow } from './event-store.ts'

/** A message in plain texts; who renders it takes care of markup and of what sites call themselves. */
export interface WrittenMail {
  /** Ends the subject line. */
  about: string
  content: MailContent
}

/** One message about everything in it: what is down, what has trouble with its certificate, what is up again. */
export function writeMail(settings: Settings, events: readonly EventRow[]): WrittenMail {
  const of = (kind: EventRow['kind']) => events.filter((event) => event.kind === kind)
  const [down, certificate, up] = [of('down'), of('certificate'), of('up')]
  const when = (at: Date) => `${sayDate(settings, at)}, ${sayTime(settings, at)}`
  const tables = [
    {
      title: 'Down',
      columns: ['Site', 'Since', 'Reason'],
      rows: down.map((event) => [named(event), when(event.happened_at), event.cause]),
    },
    {
      title: 'Certificate',
      columns: ['Site', 'Since', 'Reason'],
      rows: certificate.map((event) => [named(event), when(event.happened_at), event.cause]),
    },
    {
      title: 'Up again',
      columns: ['Site', 'Since', 'Was down for'],
      rows: up.map((event) => [named(event), when(event.happened_at), sayDuration(event)]),
    },
  ].filter(({ rows }) => rows.length > 0)
  const facts = [
    ...say(down, 'is down', 'are down'),
    ...say(certificate, 'has a certificate that cannot be trusted', 'have certificates that cannot be trusted'),
    ...say(up, 'is up again', 'are up again'),
  ]
  const addresses = [...new Set(events.map(({ address }) => address))]
  const together =
    events.length > 1 && addresses.length === 1 ? [`All of them are at the same address, ${addresses[0]}.`] : []
  return {
    about: facts.join(', '),
    content: { paragraphs: [`${facts.join('; ')}.`, ...together], tables },
  }
}

const say = (events: readonly EventRow[], one: string, many: string): string[] => {
  if (events.length === 0) return []
  return [events.length === 1 ? `${shortName(events[0]!)} ${one}` : `${events.length} sites ${many}`]
}

/** The address without what all have: `harbour.example/blog`. */
const shortName = ({ site_url }: EventRow) => site_url.replace(/^https?:\/\//, '').replace(/\/$/, '')
const named = ({ site_name, site_url }: EventRow) => (site_name === '' ? site_url : `${site_name} (${site_url})`)

/** `2 h 5 min`, `40 s`. */
export function sayDuration({ began_at, happened_at }: Pick<EventRow, 'began_at' | 'happened_at'>): string {
  if (began_at === null) return ''
  const seconds = Math.max(0, Math.round((happened_at.getTime() - began_at.getTime()) / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min` : `${seconds} s`
}
