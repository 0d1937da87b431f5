import type { Settings } from '../../operation/settings.ts'
import { type MailContent, sayDate, sayTime } from '../settings/index.ts'
import type { EventRow } from './event-store.ts'

/** A message in plain texts; who renders it takes care of markup and of what sites call themselves. */
export interface ComposedMail {
  /** Ends the subject line. */
  about: string
  content: MailContent
}

/** One message about everything in it: what is down, what must be renewed, whose health is poor, what is up again. */
export function writeMail(settings: Settings, events: readonly EventRow[]): ComposedMail {
  const of = (kind: EventRow['kind']) => events.filter((event) => event.kind === kind)
  const [down, certificate, health, up] = [of('down'), of('certificate'), of('health'), of('up')]
  const domains = [...Map.groupBy(of('domain'), ({ address }) => address)]
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
      title: 'Domain',
      columns: ['Domain', 'Sites', 'Reason'],
      rows: domains.map(([domain, sites]) => [domain, sayTogether(sites.map(shortName)), sites[0]!.cause]),
    },
    {
      title: 'Site health',
      columns: ['Site', 'Health'],
      rows: health.map((event) => [named(event), event.cause]),
    },
    {
      title: 'Up again',
      columns: ['Site', 'Since', 'Was down for'],
      rows: up.map((event) => [named(event), when(event.happened_at), sayDuration(event)]),
    },
  ].filter(({ rows }) => rows.length > 0)
  const facts = [
    ...say(down, 'is down', 'are down'),
    ...say(certificate, 'has trouble with its certificate', 'have trouble with their certificates'),
    ...(domains.length > 1 ? [`${domains.length} domains must be renewed`] : []),
    ...(domains.length === 1 ? [`domain ${domains[0]![0]} must be renewed`] : []),
    ...say(health, 'is in poor health', 'are in poor health'),
    ...say(up, 'is up again', 'are up again'),
  ]
  const addresses = [...new Set(events.map(({ address }) => address))]
  const isOneHost = events.length > 1 && addresses.length === 1 && domains.length === 0
  const together = isOneHost ? [`All of them are at the same address, ${addresses[0]}.`] : []
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

const mostNamed = 3
const sayTogether = (names: string[]) =>
  names.length > mostNamed + 1
    ? `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
    : names.join(', ')

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
