import { eventTypes } from '../../events/index.ts'
import { notificationKindOf } from '../notification.ts'
import type { MatchedEvent } from './match-store.ts'

const tlsOutage = 'monitor.down certificate'

/** Events with the same label are described together: that of an outage says whether the certificate is the reason. */
export const eventLabelOf = (event: MatchedEvent): string =>
  event.type === 'monitor.down' && notificationKindOf(event) === 'certificate' ? tlsOutage : event.type

type Phrases = { one(name: string): string; many(count: string): string }

const phrases: Record<string, Phrases> = {
  'monitor.down': { one: (name) => `${name} is down`, many: (count) => `${count} sites are down` },
  [tlsOutage]: {
    one: (name) => `The certificate of ${name} is not valid`,
    many: (count) => `The certificates of ${count} sites are not valid`,
  },
  'monitor.up': { one: (name) => `${name} is up again`, many: (count) => `${count} sites are up again` },
  'monitor.degraded': {
    one: (name) => `A check of ${name} failed`,
    many: (count) => `Checks of ${count} sites failed`,
  },
  'certificate.problem': {
    one: (name) => `The certificate of ${name} needs attention`,
    many: (count) => `The certificates of ${count} sites need attention`,
  },
  'domain.expiring': {
    one: (name) => `The domain of ${name} must be renewed`,
    many: (count) => `The domains of ${count} sites must be renewed`,
  },
  'health.poor': { one: (name) => `${name} is in poor health`, many: (count) => `${count} sites are in poor health` },
  'site.disconnected': {
    one: (name) => `${name} lost its connection`,
    many: (count) => `${count} sites lost their connection`,
  },
  'site.connected': { one: (name) => `${name} is connected`, many: (count) => `${count} sites are connected` },
  'sync.failed': { one: (name) => `${name} cannot be synced`, many: (count) => `${count} sites cannot be synced` },
  'sync.recovered': { one: (name) => `${name} syncs again`, many: (count) => `${count} sites sync again` },
  'update.failed': { one: (name) => `An update of ${name} failed`, many: (count) => `${count} updates failed` },
  'update.installed': {
    one: (name) => `An update of ${name} was installed`,
    many: (count) => `${count} updates were installed`,
  },
  'update.available': { one: (name) => `Updates for ${name}`, many: (count) => `Updates for ${count} sites` },
  'vulnerability.found': {
    one: (name) => `${name} has a known vulnerability`,
    many: (count) => `${count} sites have known vulnerabilities`,
  },
  'vulnerability.fixed': {
    one: (name) => `A vulnerability of ${name} was fixed`,
    many: (count) => `Vulnerabilities of ${count} sites were fixed`,
  },
  'site.changed_by_others': {
    one: (name) => `${name} was changed outside of Flotilla`,
    many: (count) => `${count} sites were changed outside of Flotilla`,
  },
  'site.added': { one: (name) => `${name} was added`, many: (count) => `${count} sites were added` },
  'site.removed': { one: (name) => `${name} was removed`, many: (count) => `${count} sites were removed` },
}

/** `Harbour is down`, `200 sites are down`; the title of the type for events that are not about sites. */
export function describeEvents(events: readonly MatchedEvent[]): string {
  const [first] = events
  if (!first) return ''
  const type = eventLabelOf(first)
  const title = eventTypes.get(first.type)?.title ?? first.type
  if (type === 'domain.expiring') return describeDomains(events)
  const count = events.length.toLocaleString('en')
  const own = phrases[type]
  if (events.length > 1) return own ? own.many(count) : `${title} (${count})`
  return own && first.site_id !== null ? own.one(siteNameOf(first)) : title
}

/** Several sites may be on one domain. */
function describeDomains(events: readonly MatchedEvent[]): string {
  const [domain, ...others] = new Set(events.map(({ data }) => textIn(data, 'domain')))
  return others.length === 0
    ? `The domain ${domain} must be renewed`
    : `${(others.length + 1).toLocaleString('en')} domains must be renewed`
}

/** The name of the site as people know it, or its address. */
export function siteNameOf({ site_name, site_url, data }: MatchedEvent): string {
  const given = textIn(data, 'name')
  return site_name || given || shortAddress(site_url ?? '') || 'A site'
}

/** The URL without scheme and trailing slash: `harbour.example/blog`. */
const shortAddress = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

const textIn = (data: Record<string, unknown>, field: string): string => {
  const value = data[field]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** `Was down for 15 min`; empty if the times are unknown. */
function describeOutage(began: string, ended: string): string {
  const milliseconds = Date.parse(ended) - Date.parse(began)
  return Number.isNaN(milliseconds) ? '' : `Was down for ${formatOutageDuration(milliseconds)}`
}

/** `2 h 5 min`, `40 s`. */
export function formatOutageDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min` : `${seconds} s`
}

/** What happened in detail: the cause of a problem, the version of an update … */
function detailOf({ type, data }: MatchedEvent): string {
  const of = (field: string) => textIn(data, field)
  const reason = of('cause') || of('message') || of('reason')
  if (type === 'monitor.up') return [describeOutage(of('began_at'), of('ended_at')), reason].filter(Boolean).join(': ')
  if (type.startsWith('update.') && of('slug') !== '')
    return [`${of('name') || of('slug')} ${of('from')} → ${of('to')}`, reason].filter(Boolean).join(': ')
  if (type === 'update.available') return `${of('count')} available`
  if (type === 'site.changed_by_others') return `${of('count')} changes`
  if (type === 'health.poor') return `${of('score')} of 100`
  if (type === 'access.new_device') return `${of('login')}, from ${of('address') || 'an unknown address'}`
  if (type === 'access.key_created') return `${of('description') || `Key ${of('key_id')}`}, by ${of('by')}`
  if (type === 'settings.changed') return of('group')
  if (type.startsWith('job.')) return `${of('kind')}: ${of('succeeded')} of ${of('total')} done, ${of('failed')} failed`
  if (type.startsWith('report.')) return [of('title'), reason].filter(Boolean).join(': ')
  return reason
}

/** The lines of a message about events with one label: one per event, or one per domain. */
export function describeEventLines(events: readonly MatchedEvent[], when: (event: MatchedEvent) => string): string[] {
  if (events[0]?.type !== 'domain.expiring') return events.map((event) => describeEventLine(event, when(event)))
  return [...Map.groupBy(events, ({ data }) => textIn(data, 'domain'))].map(([domain, own]) => {
    const [first] = own
    return `${domain} (${joinNames(own.map(siteNameOf))}): ${first ? detailOf(first) : ''}`
  })
}

const maxNames = 3
const joinNames = (names: string[]) =>
  names.length > maxNames + 1
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ')

/** `Harbour (harbour.example): The site answered 503.` */
function describeEventLine(event: MatchedEvent, when: string): string {
  const { site_id, site_url } = event
  const detail = detailOf(event)
  const address = shortAddress(site_url ?? '')
  const name = siteNameOf(event)
  const site = name === address || address === '' ? name : `${name} (${address})`
  const subject = site_id === null ? (eventTypes.get(event.type)?.title ?? event.type) : site
  return [`${subject}${detail === '' ? '' : `: ${detail}`}`, when].join(' · ')
}

/** `All of them are at the same address, 203.0.113.7.` if these are several outages of one host. */
export function describeSameHost(events: readonly MatchedEvent[]): string[] {
  const [address, ...others] = new Set(
    events.map(({ type, data }) => (type === 'monitor.down' || type === 'monitor.up' ? textIn(data, 'address') : '')),
  )
  return events.length > 1 && others.length === 0 && address ? [`All of them are at the same address, ${address}.`] : []
}
