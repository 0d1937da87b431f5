import { isIP, isIPv4 } from 'node:net'
import { domainToUnicode } from 'node:url'
import { OutboundError } from './errors.ts'

/** A web address that passed all checks that need no network. */
export interface Target {
  /** Normal form: lower-case punycode host, no default port, no fragment. */
  url: string
  origin: string
  secure: boolean
  /** Without brackets and without a trailing dot. */
  hostname: string
  /** The host is an IP address. */
  literal: boolean
  port: number
  path: string
}

/** Parses a web address strictly: anything that two parsers might read differently is refused. */
export function readTarget(text: string, allowPorts: ReadonlySet<number> = new Set()): Target {
  if (text.length > 4096) throw invalid('The address is longer than 4096 characters.')
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) throw invalid('The address must start with http:// or https:// and name a host.')
  if (authority.includes('@')) throw invalid('The address must not contain a user name or password.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL parser would drop some of them silently
  if (/[\u0000-\u0020\u007f\\]/.test(text) || authority.includes('%')) {
    throw invalid('The address must not contain spaces, backslashes, control characters or an encoded host.')
  }
  const url = URL.parse(text)
  if (!url) throw invalid('The address cannot be read; check the host name and the port.')
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  checkHost(hostname, authority)
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  if (!isWebPort(port) && !allowPorts.has(port))
    throw new OutboundError('port_refused', { host: hostname, mayHaveArrived: false })
  url.hash = ''
  const { href, origin, pathname, search } = url
  return { url: href, origin, secure, hostname, literal: isIP(hostname) !== 0, port, path: pathname + search }
}

function checkHost(hostname: string, authority: string): void {
  const written = authority.replace(/:\d*$/, '')
  if (isIPv4(hostname) && written !== hostname) {
    throw invalid('The host must be a name or an IP address in its usual form, like 192.0.2.7.')
  }
  if (isIP(hostname)) return
  if (hostname.length > 253 || !hostname.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) {
    throw invalid('The host is not a valid name.')
  }
  if (hostname.includes('xn--') && domainToUnicode(hostname).split('.').some(mixesScripts)) {
    throw invalid('The host mixes letters of several alphabets in one name, as forged addresses do.')
  }
}

// Registries do not sell such names; whole names in one foreign alphabet are fine and shown in punycode.
function mixesScripts(label: string): boolean {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]
  return scripts.filter((script) => script.test(label)).length > 1
}

// Services that are not web sites but would act on a line inside an HTTP request, or have data without a password.
const otherServices = new Set([
  1080, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 3659, 4045, 4190, 5060, 5061,
  5432, 5671, 5672, 5900, 5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 8125, 9042, 9100, 9200,
  9300, 10080, 10250, 11211, 27017,
])

function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65535 && !otherServices.has(port))
}

function invalid(sentence: string): OutboundError {
  return new OutboundError('url_invalid', { host: '', mayHaveArrived: false, sentence })
}
