import type { Settings } from '../../operation/settings.ts'
import { isoTime } from '../../operation/shapes.ts'
import { formatDate, formatTimeOfDay } from '../settings/index.ts'
import type { EventRow } from './event-store.ts'
import type { MailContent } from './mail/render-mail.ts'

/** Plain texts; rendering adds markup and sanitizes names of sites. */
export interface ComposedMail {
  /** The end of the subject line. */
  about: string
  content: MailContent
}

/** One message about all these events. */
export function buildMail(settings: Settings, events: readonly EventRow[]): ComposedMail {
  const of = (kind: EventRow['kind']) => events.filter((event) => event.kind === kind)
  const [certificate, health, up] = [of('certificate'), of('health'), of('up')]
  const hasEnded = (event: EventRow) =>
    up.some(({ site_id, happened_at }) => site_id === event.site_id && happened_at >= event.happened_at)
  const [down, ended] = [of('down').filter((event) => !hasEnded(event)), of('down').filter(hasEnded)]
  const domains = [...Map.groupBy(of('domain'), ({ address }) => address)]
  const when = (at: Date) => `${formatDate(settings, at)}, ${formatTimeOfDay(settings, at)}`
  const tables = [
    {
      title: 'Down',
      columns: ['Site', 'Since', 'Reason'],
      rows: down.map((event) => [fullName(event), when(event.happened_at), event.cause]),
    },
    {
      title: 'Was down',
      columns: ['Site', 'Since', 'Reason'],
      rows: ended.map((event) => [fullName(event), when(event.happened_at), event.cause]),
    },
    {
      title: 'Certificate',
      columns: ['Site', 'Since', 'Reason'],
      rows: certificate.map((event) => [fullName(event), when(event.happened_at), event.cause]),
    },
    {
      title: 'Domain',
      columns: ['Domain', 'Sites', 'Reason'],
      rows: domains.map(([domain, sites]) => [domain, joinNames(sites.map(shortName)), sites[0]?.cause ?? '']),
    },
    {
      title: 'Site health',
      columns: ['Site', 'Health'],
      rows: health.map((event) => [fullName(event), event.cause]),
    },
    {
      title: 'Up again',
      columns: ['Site', 'Since', 'Was down for'],
      rows: up.map((event) => [fullName(event), when(event.happened_at), formatEventDuration(event)]),
    },
  ].filter(({ rows }) => rows.length > 0)
  const facts = [
    ...describeCount(down, 'is down', 'are down'),
    ...describeCount(certificate, 'has trouble with its certificate', 'have trouble with their certificates'),
    ...(domains.length > 1 ? [`${domains.length} domains must be renewed`] : []),
    ...(domains.length === 1 ? domains.map(([domain]) => `the domain ${domain} must be renewed`) : []),
    ...describeCount(health, 'is in poor health', 'are in poor health'),
    ...describeCount(up, 'is up again', 'are up again'),
  ]
  const ofHosts = [...of('down'), ...up]
  const addresses = [...new Set(ofHosts.map(({ address }) => address))]
  // The address of other kinds is not that of a server.
  const isOneHost = events.length > 1 && ofHosts.length === events.length && addresses.length === 1
  const sameAddress = isOneHost ? [`All of them are at the same address, ${addresses[0]}.`] : []
  return {
    about: facts.join(', '),
    content: { paragraphs: [`${capital(facts.join('; '))}.`, ...sameAddress], tables },
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const describeCount = (events: readonly EventRow[], one: string, many: string): string[] => {
  const [first] = events
  if (!first) return []
  return [events.length === 1 ? `${shortName(first)} ${one}` : `${events.length} sites ${many}`]
}

/** The URL without scheme and trailing slash: `harbour.example/blog`. */
const shortAddress = ({ site_url }: EventRow) => site_url.replace(/^https?:\/\//, '').replace(/\/$/, '')
/** The name of the site, as people know it. */
const shortName = (event: EventRow) => event.site_name || shortAddress(event)
const fullName = ({ site_name, site_url }: EventRow) => (site_name === '' ? site_url : `${site_name} (${site_url})`)

const maxNames = 3
const joinNames = (names: string[]) =>
  names.length > maxNames + 1
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ')

/** `2 h 5 min`, `40 s`. */
export function formatEventDuration({ began_at, happened_at }: Pick<EventRow, 'began_at' | 'happened_at'>): string {
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

/** The body of a webhook delivery. */
export interface WebhookBody {
  text: string
  events: {
    id: number
    kind: EventRow['kind']
    site_id: number | null
    site_url: string
    site_name: string
    address: string
    cause: string
    happened_at: string | null
    began_at: string | null
  }[]
}

export function buildWebhookBody(text: string, events: readonly EventRow[]): WebhookBody {
  return {
    text,
    events: events.map(({ id, kind, site_id, site_url, site_name, address, cause, happened_at, began_at }) => ({
      id,
      kind,
      site_id,
      site_url,
      site_name,
      address,
      cause,
      happened_at: isoTime(happened_at),
      began_at: isoTime(began_at),
    })),
  }
}
