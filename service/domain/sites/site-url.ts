import { ServiceError } from '../../operation/errors.ts'
import { isSameHost } from '../../platform/outbound/same-host.ts'
import { trimEndOf } from '../../platform/trim-end.ts'

/** The address to call, and the identity: two addresses with the same identity are the same site. */
export interface ParsedAddress {
  url: string
  identity: string
}

const invalidUrl = (reason: string) =>
  new ServiceError(
    'svc_invalid_url',
    'invalid',
    `This is not the address of a site: ${reason} Example: https://one.example/`,
  )

/** Scheme, `www.`, default ports and a trailing slash make no difference; host, other ports and the path do. */
export function readSiteAddress(text: string): ParsedAddress {
  const trimmed = text.trim()
  if (/\s/.test(trimmed)) throw invalidUrl('it contains blanks.')
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
  // Without a scheme a colon begins a port: `htp:/one.example` and `https:one.example` are typing errors.
  const [authority = ''] = trimmed.split(/[/?#]/, 1)
  if (!hasScheme && !authority.startsWith('[') && authority.includes(':') && !/:\d{1,5}$/.test(authority))
    throw invalidUrl('it must start with https:// or http://.')
  const withScheme = hasScheme ? trimmed : `https://${trimmed}`
  const url = URL.parse(withScheme)
  if (!url || url.hostname === '') throw invalidUrl('it cannot be read.')
  // A single word is more often the name of a site than a host of the local network.
  if (!hasScheme && !/[.:[]/.test(url.host) && url.hostname !== 'localhost')
    throw invalidUrl('it has no domain such as .com. Write https:// before the name of a host in your own network.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalidUrl('it must start with https:// or http://.')
  if (url.username !== '' || url.password !== '') {
    throw invalidUrl('leave the user name and password out; give them as http_user and http_pass.')
  }
  if (url.search !== '' || url.hash !== '') throw invalidUrl('leave out what follows ? or #.')
  const host = url.hostname.replace(/\.$/, '').replace(/^www\.(?=.)/, '')
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`
  const path = trimEndOf(url.pathname, '/')
  return { url: `${url.protocol}//${url.host}${path}/`, identity: `${host}${port}${path}` }
}

/**
 * Whether secrets of the first address may be sent to the second: it is the same, or http became https on the same host
 * and default ports. Another path may be the site of another customer, so it counts as another server.
 */
export function isSameServer(before: string, after: string): boolean {
  return isSameHost(before, after) && new URL(before).pathname === new URL(after).pathname
}

/**
 * The address that a site reports for itself, or null when it must not be used. Only a site without a key may add or drop
 * `www.`; others may change from http to https. No site can move itself to another server or back to http.
 */
export function acceptedSpelling(
  site: ParsedAddress,
  claimed: string | null,
  { isFirstConnection = false } = {},
): string | null {
  if (claimed === null) return null
  try {
    const { url, identity } = readSiteAddress(claimed)
    const isOther = identity === site.identity && url !== site.url
    const isDowngrade = site.url.startsWith('https:') && !url.startsWith('https:')
    return isOther && !isDowngrade && (isFirstConnection || isSameServer(site.url, url)) ? url : null
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
