import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'

/**
 * The registered domain of an address, in punycode: one label below a public suffix under which registries
 * sell names, so a site at a hosting provider has the domain of that provider. Null for IP addresses and bare host names.
 */
export function registeredDomain(siteUrl: string): string | null {
  const host = URL.parse(siteUrl)?.hostname.replace(/\.$/, '') ?? ''
  const { domain, isIp } = parse(host, { allowPrivateDomains: false, extractHostname: false })
  return isIp || !domain ? null : domain.toLowerCase()
}

export const topLevelOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1)

export const toUnicode = (domain: string): string => domainToUnicode(domain) || domain
