import { eventTypes } from '../../events/index.ts'
import { formatEventDuration } from '../build-message.ts'
import type { MatchedEvent } from './match-store.ts'

type Phrases = { one(name: string): string; many(count: string): string }

const phrases: Record<string, Phrases> = {
  'monitor.down': { one: (name) => `${name} is down`, many: (count) => `${count} sites are down` },
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
export function describeEvents(type: string, events: readonly MatchedEvent[]): string {
  const [first] = events
  const title = eventTypes.get(type)?.title ?? type
  if (!first) return title
  const count = events.length.toLocaleString('en')
  const own = phrases[type]
  if (events.length > 1) return own ? own.many(count) : `${title} (${count})`
  return own && first.site_id !== null ? own.one(siteNameOf(first)) : title
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
  const [began_at, happened_at] = [new Date(began), new Date(ended)]
  if (Number.isNaN(began_at.getTime()) || Number.isNaN(happened_at.getTime())) return ''
  return `Was down for ${formatEventDuration({ began_at, happened_at })}`
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
  if (type === 'domain.expiring') return [of('domain'), reason].filter(Boolean).join(': ')
  return reason
}

/** One line of a message: `Harbour (harbour.example): The site answered 503.` */
export function describeEventLine(event: MatchedEvent, when: string): string {
  const { site_id, site_url } = event
  const detail = detailOf(event)
  const address = shortAddress(site_url ?? '')
  const name = siteNameOf(event)
  const site = name === address || address === '' ? name : `${name} (${address})`
  const subject = site_id === null ? (eventTypes.get(event.type)?.title ?? event.type) : site
  return [`${subject}${detail === '' ? '' : `: ${detail}`}`, when].join(' · ')
}
