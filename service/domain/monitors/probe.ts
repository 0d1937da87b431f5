import type { Clock } from '../../platform/clock.ts'
import { type OutboundCode, OutboundError } from '../../platform/outbound/errors.ts'
import type { Outbound } from '../../platform/outbound/http-client.ts'
import type { OutboundRequest, OutboundResponse, Timings } from '../../platform/outbound/request.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isExpected } from './expected-status.ts'
import type { MonitorSettings } from './monitor-settings.ts'

/** What must be known of a site to look at it. */
export interface ProbeTarget {
  url: string
  verify_tls: boolean
  http_user: string | null
  /** Sealed. */
  http_pass: string | null
}

/** What one look at a site saw. */
export interface Probe {
  at: Date
  ok: boolean
  code: number
  ms: number
  dnsMs: number
  connectMs: number
  tlsMs: number
  firstByteMs: number
  /** What was wrong, in a sentence and in a word; empty when nothing was. */
  message: string
  cause: '' | 'status' | 'keyword' | OutboundCode
  /** The IP address that answered. */
  address: string | null
}

export interface ProbeParts {
  outbound: Outbound
  secrets: Secrets
  clock: Clock
  /** Milliseconds that only ever grow. */
  stopwatch?: () => number
}

export type ProbeSettings = Pick<MonitorSettings, 'type' | 'method' | 'timeoutMs' | 'expectedStatus' | 'keyword'>

const longestDnsMs = 10_000
const longestConnectMs = 20_000
// A page is searched for its keyword; of others only the status counts.
const searched = { maxBytes: 1024 * 1024, maxDecodedBytes: 2 * 1024 * 1024 }
const unread = { maxBytes: 256 * 1024, maxDecodedBytes: 1024 * 1024 }
// The site answers, but more than we want to read: its headers tell enough.
const tooMuch: OutboundCode[] = ['body_too_large', 'decoded_too_large', 'bad_encoding']
// Some servers refuse to be asked for their headers only.
const withoutHead = [405, 501]

type Seen = Partial<Timings> & Pick<Probe, 'code' | 'message' | 'cause' | 'address'>

/** Looks at a site. A site that fails is an answer; throws only when the look was aborted or is our own mistake. */
export async function probe(
  parts: ProbeParts,
  target: ProbeTarget,
  settings: ProbeSettings,
  signal?: AbortSignal,
): Promise<Probe> {
  const { clock, stopwatch = () => performance.now() } = parts
  const at = clock.now()
  const began = stopwatch()
  const seen = await look(parts, target, settings, signal).catch((error): Seen => {
    if (!(error instanceof OutboundError) || error.code === 'aborted') throw error
    return { code: 0, message: error.message, cause: error.code, address: null }
  })
  const rounded = (ms: number | undefined) => Math.round(ms ?? 0)
  return {
    at,
    ok: seen.cause === '',
    code: seen.code,
    ms: rounded(seen.totalMs ?? stopwatch() - began),
    dnsMs: rounded(seen.dnsMs),
    connectMs: rounded(seen.connectMs),
    tlsMs: rounded(seen.tlsMs),
    firstByteMs: rounded(seen.firstByteMs),
    message: seen.message,
    cause: seen.cause,
    address: seen.address,
  }
}

async function look(
  { outbound, secrets }: ProbeParts,
  target: ProbeTarget,
  settings: ProbeSettings,
  signal?: AbortSignal,
): Promise<Seen> {
  const { timeoutMs, type, expectedStatus, keyword } = settings
  const deadlines = {
    dns: Math.min(timeoutMs, longestDnsMs),
    connect: Math.min(timeoutMs, longestConnectMs),
    headers: timeoutMs,
    idle: timeoutMs,
    total: timeoutMs,
  }
  const wanted: OutboundRequest = {
    url: target.url,
    tls: { verify: target.verify_tls },
    deadlines,
    turn: 'skip',
    ...(signal && { signal }),
    ...(target.http_user !== null && {
      basicAuth: { username: target.http_user, password: openPassword(secrets, target.http_pass) },
    }),
  }
  if (type === 'ping') return knock(outbound, target.url, deadlines, signal)
  const answer = type === 'keyword' ? await search(outbound, wanted) : await ask(outbound, wanted, settings)
  const seen = { ...answer.timings, code: answer.status, address: answer.address }
  if (!isExpected(expectedStatus, answer.status))
    return { ...seen, message: `The site answered ${answer.status}; expected ${expectedStatus}.`, cause: 'status' }
  if (type === 'keyword' && !answer.body.includes(keyword))
    return { ...seen, message: 'The keyword is not on the page.', cause: 'keyword' }
  return { ...seen, message: '', cause: '' }
}

async function ask(outbound: Outbound, wanted: OutboundRequest, { method, expectedStatus }: ProbeSettings) {
  const head = () => outbound.request({ ...wanted, method: 'HEAD', redirects: followed(expectedStatus) })
  const get = () => outbound.request({ ...wanted, ...unread, redirects: followed(expectedStatus) })
  if (method === 'head') {
    const answer = await head()
    return withoutHead.includes(answer.status) ? unlessTooMuch(get, async () => answer) : answer
  }
  if (method === 'get') return unlessTooMuch(get, head)
  return outbound.request({ ...wanted, ...unread, method: method.toUpperCase() as 'POST', redirects: 'manual' })
}

const search = (outbound: Outbound, wanted: OutboundRequest) =>
  outbound.request({ ...wanted, ...searched, redirects: { follow: 5, within: 'anywhere' } })

/** Redirects are followed, unless a redirect is what is expected. */
const followed = (expectedStatus: string): NonNullable<OutboundRequest['redirects']> =>
  [301, 302, 303, 307, 308].some((status) => isExpected(expectedStatus, status))
    ? 'manual'
    : { follow: 5, within: 'anywhere' }

async function unlessTooMuch(
  get: () => Promise<OutboundResponse>,
  otherwise: () => Promise<OutboundResponse>,
): Promise<OutboundResponse> {
  return get().catch((error) => {
    if (error instanceof OutboundError && tooMuch.includes(error.code)) return otherwise()
    throw error
  })
}

/** A ping is a TCP connection to the site's port: ICMP would need rights that a service should not have. */
async function knock(
  outbound: Outbound,
  url: string,
  deadlines: { dns: number; connect: number },
  signal?: AbortSignal,
): Promise<Seen> {
  const { hostname, port, protocol } = new URL(url)
  const surface = `http://${hostname}:${port || (protocol === 'https:' ? 443 : 80)}/`
  const { socket, address, dnsMs, connectMs } = await outbound.open(surface, { deadlines, ...(signal && { signal }) })
  socket.destroy()
  return { code: 0, message: '', cause: '', address, dnsMs, connectMs, totalMs: dnsMs + connectMs }
}

const openPassword = (secrets: Secrets, sealed: string | null) =>
  sealed === null ? '' : secrets.open(sealed, 'sites.http_pass')
