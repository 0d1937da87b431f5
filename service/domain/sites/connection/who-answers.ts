import { readSiteAddress } from '../site-url.ts'

/**
 * Compares the addresses that the answering WordPress names as its own with those known of the site: its address here, and the one
 * that it reported. Another host is another site; the same host with another path is not certain, because home pages of
 * languages and rewritten paths look like that.
 */
export function whoAnswers(named: readonly string[], known: readonly string[]): 'itself' | 'another' | 'unknown' {
  const [theirs, ours] = [named.flatMap(identityOf), known.flatMap(identityOf)]
  if (theirs.length === 0) return 'unknown'
  if (theirs.some((identity) => ours.includes(identity))) return 'itself'
  const hosts = new Set(ours.map(hostOf))
  return theirs.some((identity) => hosts.has(hostOf(identity))) ? 'unknown' : 'another'
}

const hostOf = (identity: string) => identity.split('/', 1)[0]

function identityOf(address: string): string[] {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? [readSiteAddress(`${url.origin}${url.pathname}`).identity] : []
}
