import { eventTypes } from '../../events/index.ts'
import { notificationKindOf } from '../notification.ts'
import { type EventTexts, eventTextsIn, tlsOutage } from './event-texts.ts'
import type { MatchedEvent } from './match-store.ts'

const english = eventTextsIn('en')

/** Events with the same label are described together: that of an outage says whether the certificate is the reason. */
export const eventLabelOf = (event: MatchedEvent): string =>
  event.type === 'monitor.down' && notificationKindOf(event) === 'certificate' ? tlsOutage : event.type

/** `Harbour is down`, `200 sites are down`; the title of the type for events that are not about sites. */
export function describeEvents(events: readonly MatchedEvent[], texts: EventTexts = english): string {
  const [first] = events
  if (!first) return ''
  const type = eventLabelOf(first)
  const title = texts.title(first.type, eventTypes.get(first.type)?.title ?? first.type)
  if (type === 'domain.expiring') return describeDomains(events, texts)
  const count = texts.count(events.length)
  const own = texts.phrases[type]
  if (events.length > 1) return own ? own.many(count) : `${title} (${count})`
  return own && first.site_id !== null ? own.one(siteNameOf(first, texts)) : title
}

/** Several sites may be on one domain. */
function describeDomains(events: readonly MatchedEvent[], texts: EventTexts): string {
  const [domain, ...others] = new Set(events.map(({ data }) => textIn(data, 'domain')))
  return others.length === 0 ? texts.domain(domain ?? '') : texts.domains(texts.count(others.length + 1))
}

/** The name of the site as people know it, or its address. */
export function siteNameOf({ site_name, site_url, data }: MatchedEvent, texts: EventTexts = english): string {
  const given = textIn(data, 'name')
  return site_name || given || shortAddress(site_url ?? '') || texts.aSite
}

/** The URL without scheme and trailing slash: `harbour.example/blog`. */
const shortAddress = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

const textIn = (data: Record<string, unknown>, field: string): string => {
  const value = data[field]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** `Was down for 15 min`; empty if the times are unknown. */
function describeOutage(began: string, ended: string, texts: EventTexts): string {
  const milliseconds = Date.parse(ended) - Date.parse(began)
  return Number.isNaN(milliseconds) ? '' : texts.wasDownFor(formatOutageDuration(milliseconds, texts))
}

/** `2 h 5 min`, `40 s`. */
export function formatOutageDuration(milliseconds: number, texts: EventTexts = english): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days} ${texts.day} ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min` : `${seconds} s`
}

/** What happened in detail: the cause of a problem, the version of an update … */
function detailOf({ type, data }: MatchedEvent, texts: EventTexts): string {
  const of = (field: string) => textIn(data, field)
  const reason = texts.recorded(of('cause') || of('message') || of('reason'))
  if (type === 'monitor.up')
    return [describeOutage(of('began_at'), of('ended_at'), texts), reason].filter(Boolean).join(': ')
  if (type.startsWith('update.') && of('slug') !== '')
    return [`${of('name') || of('slug')} ${of('from')} → ${of('to')}`, reason].filter(Boolean).join(': ')
  if (type === 'update.available') return texts.available(of('count'))
  if (type === 'site.changed_by_others') return texts.changes(of('count'))
  if (type === 'health.poor') return texts.score(of('score'))
  if (type === 'access.new_device') return texts.from(of('login'), of('address'))
  if (type === 'access.key_created') return texts.by(of('description') || texts.key(of('key_id')), of('by'))
  if (type === 'access.protection_changed') return texts.by(texts.recorded(of('what')), of('by'))
  if (type === 'approval.requested')
    return [
      texts.approval(texts.operation(of('operation'), of('label')), of('targets'), of('by'), of('address')),
      ...(Array.isArray(data.hosts) && data.hosts.length > 0 ? [texts.hosts(data.hosts.join(', '))] : []),
    ].join(' ')
  if (type === 'settings.changed') return texts.settings(of('group'))
  if (type.startsWith('job.')) return texts.job(of('kind'), of('succeeded'), of('total'), of('failed'))
  if (type.startsWith('report.')) return [of('title'), reason].filter(Boolean).join(': ')
  return reason
}

/** The lines of a message about events with one label: one per event, or one per domain. */
export function describeEventLines(
  events: readonly MatchedEvent[],
  when: (event: MatchedEvent) => string,
  texts: EventTexts = english,
): string[] {
  if (events[0]?.type !== 'domain.expiring') return events.map((event) => describeEventLine(event, when(event), texts))
  return [...Map.groupBy(events, ({ data }) => textIn(data, 'domain'))].map(([domain, own]) => {
    const [first] = own
    const names = own.map((event) => siteNameOf(event, texts))
    return `${domain} (${joinNames(names, texts)}): ${first ? detailOf(first, texts) : ''}`
  })
}

const maxNames = 3
const joinNames = (names: string[], texts: EventTexts) =>
  names.length > maxNames + 1
    ? texts.names(names.slice(0, maxNames).join(', '), names.length - maxNames)
    : names.join(', ')

/** `Harbour (harbour.example): The site answered 503.` */
function describeEventLine(event: MatchedEvent, when: string, texts: EventTexts): string {
  const { site_id, site_url } = event
  const detail = detailOf(event, texts)
  const address = shortAddress(site_url ?? '')
  const name = siteNameOf(event, texts)
  const site = name === address || address === '' ? name : `${name} (${address})`
  const subject = site_id === null ? texts.title(event.type, eventTypes.get(event.type)?.title ?? event.type) : site
  return [`${subject}${detail === '' ? '' : `: ${detail}`}`, when].join(' · ')
}

/** `All of them are at the same address, 203.0.113.7.` if these are several outages of one host. */
export function describeSameHost(events: readonly MatchedEvent[], texts: EventTexts = english): string[] {
  const [address, ...others] = new Set(
    events.map(({ type, data }) => (type === 'monitor.down' || type === 'monitor.up' ? textIn(data, 'address') : '')),
  )
  return events.length > 1 && others.length === 0 && address ? [texts.sameAddress(address)] : []
}
