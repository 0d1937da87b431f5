import { OutboundError } from './errors.ts'
import type { RedirectPolicy } from './request.ts'
import { readTarget, type Target } from './url-guard.ts'

const redirecting = new Set([301, 302, 303, 307, 308])

export interface NextHop {
  target: Target
  /** Body, Basic authentication, cookies and the caller's own headers may be sent. */
  trusted: boolean
}

/** The target of a redirect, checked like any other address; undefined if there is none. */
export function redirectOf(
  status: number,
  location: string | string[] | undefined,
  from: Target,
  allowPorts: ReadonlySet<number>,
): Target | undefined {
  if (!redirecting.has(status) || typeof location !== 'string') return undefined
  const resolved = URL.parse(location, from.url)
  if (!resolved) return undefined
  try {
    return readTarget(resolved.href, allowPorts)
  } catch {
    throw new OutboundError('redirect_refused', { host: from.hostname, mayHaveArrived: true })
  }
}

/** The same site in another form: with or without www., and from http to https but never back. */
export function isSameSite(from: Target, to: Target): boolean {
  const bare = ({ hostname }: Target) => hostname.replace(/^www\./, '')
  const samePort = from.port === to.port || (isDefaultPort(from) && isDefaultPort(to))
  return bare(from) === bare(to) && samePort && (to.secure || !from.secure)
}

/** The same host and path; `isSameSite` has checked scheme and port before. */
function isSameAddress(from: Target, to: Target): boolean {
  const pathOf = ({ path }: Target) => path.split('?', 1)[0]
  return from.hostname === to.hostname && pathOf(from) === pathOf(to)
}

const correctAddress = ({ hostname }: Target, { url }: Target) =>
  `${hostname} redirects to ${url.slice(0, 200)}, and secrets do not follow; if that is right, change the address of the site.`

function isDefaultPort({ secure, port }: Target): boolean {
  return port === (secure ? 443 : 80)
}

export interface Redirect {
  policy: RedirectPolicy
  status: number
  method: string
  first: Target
  from: Target
  to: Target
  /** Redirects followed before this one, and whether the last hop was still trusted. */
  hops: number
  trusted: boolean
}

/** Decides about one redirect: throws, or returns what may be sent. */
export function nextHop({ policy, status, method, first, from, to, hops, trusted }: Redirect): NextHop {
  const refused = (sentence?: string) =>
    new OutboundError('redirect_refused', { host: from.hostname, mayHaveArrived: true, sentence })
  const tooMany = () => new OutboundError('too_many_redirects', { host: from.hostname, mayHaveArrived: true })
  if (policy === 'manual' || policy === 'refuse') throw refused()
  if (policy === 'same-site-once' || policy === 'same-address-once') {
    // 303 means that the request was processed: it must not be sent again.
    if (status === 303 || !isSameSite(from, to)) throw refused()
    if (policy === 'same-address-once' && !isSameAddress(from, to)) throw refused(correctAddress(from, to))
    if (hops > 0) throw tooMany()
    return { target: to, trusted: true }
  }
  if (method !== 'GET' && method !== 'HEAD') throw refused()
  if (policy.within === 'same-origin' && to.origin !== first.origin) throw refused()
  if (policy.within === 'same-site' && !isSameSite(from, to)) throw refused()
  if (hops >= policy.follow) throw tooMany()
  // Once left, the first origin is not trusted again: another server chose the path.
  return { target: to, trusted: trusted && to.origin === first.origin }
}
