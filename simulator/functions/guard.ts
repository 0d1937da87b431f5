import type { Guard } from '../site/guards.ts'
import type { Site } from '../site/site.ts'
import type { Call } from './call.ts'

interface GuardRequest {
  action: 'arm' | 'disarm' | 'note' | 'restore' | 'sweep' | 'inspect'
  guards: { id: string; type: 'plugin' | 'theme'; slug: string; version: string; vulnerable: boolean }[]
  token: string
  seconds: number
  /** Unix time of the dashboard. */
  now: number
  keep: string[]
}

/** The data of a guard call; null for other code. */
export function guardRequestIn(code: string): GuardRequest | null {
  const [, data] = /Flotilla_Guard_Call::answer\( '([A-Za-z0-9+/=]+)'/.exec(code) ?? []
  if (data === undefined) return null
  // Written by the caller's own template.
  return JSON.parse(Buffer.from(data, 'base64').toString()) as GuardRequest
}

/** Emulates what the guard's template does on a site. */
export function answerGuardCall(call: Call, request: GuardRequest): string {
  const { site, effects } = call
  let removed = 0
  const guards = (request.guards ?? []).map((given) => {
    const guard = site.guards.get(given.id)
    if (request.action === 'inspect') return inspect(call, given)
    if (request.action === 'arm') return guard ? describeGuard(site, guard) : arm(call, request, given)
    if (request.action === 'disarm') {
      if (site.guards.remove(given.id)) effects.push({ what: 'guard disarmed', subject: guard?.slug ?? '' })
      return { id: given.id, state: 'absent' }
    }
    if (!guard) return { id: given.id, state: 'absent' }
    if (request.action === 'restore') site.guards.restore(guard)
    return describeGuard(site, guard)
  })
  if (request.action === 'sweep') {
    for (const { id, slug } of site.guards.all) {
      if (request.keep.includes(id) || !site.guards.remove(id)) continue
      effects.push({ what: 'guard disarmed', subject: slug })
      removed++
    }
  }
  return `FLOTILLA-GUARD ${JSON.stringify({ guards, removed })} END`
}

function arm({ site, effects, now }: Call, request: GuardRequest, given: GuardRequest['guards'][number]): unknown {
  const { id, type, slug, version, vulnerable } = given
  const refuse = (reason: string, message = '') => ({ id, reason, message })
  const item = type === 'plugin' ? site.plugin(slug) : site.theme(slug)
  const installed = item?.version
  if (item === undefined || installed === undefined) return refuse('not_installed')
  if (installed !== version) return refuse('other_version', installed)
  for (const other of site.guards.all) {
    if (other.slug !== slug || other.type !== type) continue
    if (site.guards.isChanged(other) && other.state === 'armed') return refuse('already_armed')
    site.guards.remove(other.id)
  }
  if (site.filesReadOnly) return refuse('not_writable', 'wp-content')
  const guard: Guard = {
    ...{ id, type, slug, version, entry: item.entry, vulnerable, token: request.token, expires: now + request.seconds },
    ...{ state: 'armed', culprit: null, fatal: new Set(), why: null, touched: false, nonces: new Map() },
    offset: (request.now ?? now) - now,
    ...{ item, wasActive: 'active' in item && item.active },
  }
  site.guards.add(guard)
  effects.push({ what: 'guard armed', subject: slug, from: version })
  return { id, state: 'armed', version, direct: site.guards.direct }
}

/** As the guard describes itself. It notices here that its files were changed. */
export function describeGuard(site: Site, guard: Guard): unknown {
  const files = site.guards.filesOf(guard)
  if (guard.state === 'armed' && files === 'changed') Object.assign(guard, { state: 'stood_down', why: 'changed' })
  const { id, state, culprit, why } = guard
  const version = site.guards.installedVersion(guard) ?? ''
  return { id, state, version, files, culprit, suspect: null, why, direct: site.guards.direct }
}

/** The headers of an installed item and the package that WordPress knows for it. */
function inspect({ site }: Call, { id, type, slug }: GuardRequest['guards'][number]): unknown {
  const item = type === 'plugin' ? site.plugin(slug) : site.theme(slug)
  if (!item) return { id, reason: 'not_installed' }
  const { name, author } = item.entry
  const folder = slug.split('/')[0] ?? slug
  const isPublic = !('premium' in item.entry && item.entry.premium) && item.entry.release !== undefined
  const source =
    item.offer?.details?.package ??
    (isPublic ? `https://downloads.wordpress.org/${type}/${folder}.${item.version}.zip` : '')
  return {
    id,
    name,
    author: author.replace(/<[^>]*>/g, ''),
    update_uri: site.updateUris.get(slug) ?? '',
    version: item.version,
    package: source,
  }
}
