/**
 * Whether a secret that is sent to the first address may be sent to the second: scheme, host and port are the same, or
 * http became https on the default ports.
 */
export function isSameHost(before: string, after: string): boolean {
  const [from, to] = [URL.parse(before), URL.parse(after)]
  if (!from || !to) return false
  const hostOf = (url: URL) => url.hostname.replace(/\.$/, '')
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === ''
  const sameScheme = from.protocol === to.protocol || isUpgrade
  return sameScheme && hostOf(from) === hostOf(to) && from.port === to.port
}
