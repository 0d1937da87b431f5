import type { Clock } from '../../platform/clock.ts'
import { type OutboundCode, OutboundError } from '../../platform/outbound/errors.ts'
import type { Outbound } from '../../platform/outbound/http-client.ts'
import type { OutboundRequest, OutboundResponse, Timings } from '../../platform/outbound/request.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isExpected } from './expected-status.ts'
import type { MonitorSettings } from './monitor-settings.ts'

/** The fields of a site that a check needs. */
export interface ProbeTarget {
  url: string
  verify_tls: boolean
  http_user: string | null
  /** Sealed. */
  http_pass: string | null
}

/** The result of one check. */
export interface Probe {
  at: Date
  ok: boolean
  code: number
  ms: number
  dnsMs: number
  connectMs: number
  tlsMs: number
  firstByteMs: number
  /** Why the check failed, as a sentence and as a code; empty when it succeeded. */
  message: string
  cause: '' | 'status' | 'keyword' | OutboundCode
  /** The IP address that answered. */
  address: string | null
}

export interface ProbeParts {
  outbound: Outbound
  secrets: Secrets
  clock: Clock
  /** Monotonic milliseconds. */
  stopwatch?: () => number
}

export type ProbeSettings = Pick<MonitorSettings, 'type' | 'method' | 'timeoutMs' | 'expectedStatus' | 'keyword'>

const maxDnsMs = 10_000
const maxConnectMs = 20_000
// Only keyword checks need the page; others need only the status.
const keywordLimits = { maxBytes: 1024 * 1024, maxDecodedBytes: 2 * 1024 * 1024 }
const statusLimits = { maxBytes: 256 * 1024, maxDecodedBytes: 1024 * 1024 }
// The page exceeds the limit: its headers are enough.
const tooLargeCodes: OutboundCode[] = ['body_too_large', 'decoded_too_large', 'bad_encoding']
// Some servers reject HEAD.
const headUnsupported = [405, 501]

type ProbeAnswer = Partial<Timings> & Pick<Probe, 'code' | 'message' | 'cause' | 'address'>

/** Checks a site. A failing site is a result; throws only when aborted or on a programming error. */
export async function probe(
  parts: ProbeParts,
  target: ProbeTarget,
  settings: ProbeSettings,
  signal?: AbortSignal,
): Promise<Probe> {
  const { clock, stopwatch = () => performance.now() } = parts
  const at = clock.now()
  const began = stopwatch()
  const seen = await runProbe(parts, target, settings, signal).catch((error): ProbeAnswer => {
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

async function runProbe(
  { outbound, secrets }: ProbeParts,
  target: ProbeTarget,
  settings: ProbeSettings,
  signal?: AbortSignal,
): Promise<ProbeAnswer> {
  const { timeoutMs, type, expectedStatus, keyword } = settings
  const deadlines = {
    dns: Math.min(timeoutMs, maxDnsMs),
    connect: Math.min(timeoutMs, maxConnectMs),
    headers: timeoutMs,
    idle: timeoutMs,
    total: timeoutMs,
  }
  const request: OutboundRequest = {
    url: target.url,
    tls: { verify: target.verify_tls },
    deadlines,
    rateLimit: 'skip',
    ...(signal && { signal }),
    ...(target.http_user !== null && {
      basicAuth: { username: target.http_user, password: openPassword(secrets, target.http_pass) },
    }),
  }
  if (type === 'ping') return connect(outbound, target.url, deadlines, signal)
  const answer =
    type === 'keyword' ? await requestFullPage(outbound, request) : await requestPage(outbound, request, settings)
  const seen = { ...answer.timings, code: answer.status, address: answer.address }
  if (!isExpected(expectedStatus, answer.status))
    return { ...seen, message: `The site answered ${answer.status}; expected ${expectedStatus}.`, cause: 'status' }
  if (type === 'keyword' && !answer.body.includes(keyword))
    return { ...seen, message: 'The keyword is not on the page.', cause: 'keyword' }
  return { ...seen, message: '', cause: '' }
}

const httpMethods = { post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const

async function requestPage(outbound: Outbound, request: OutboundRequest, { method, expectedStatus }: ProbeSettings) {
  const head = () => outbound.request({ ...request, method: 'HEAD', redirects: redirectsFor(expectedStatus) })
  const get = () => outbound.request({ ...request, ...statusLimits, redirects: redirectsFor(expectedStatus) })
  if (method === 'head') {
    const answer = await head()
    return headUnsupported.includes(answer.status) ? unlessTooLarge(get, async () => answer) : answer
  }
  if (method === 'get') return unlessTooLarge(get, head)
  return outbound.request({ ...request, ...statusLimits, method: httpMethods[method], redirects: 'manual' })
}

const requestFullPage = (outbound: Outbound, request: OutboundRequest) =>
  outbound.request({ ...request, ...keywordLimits, redirects: { follow: 5, within: 'anywhere' } })

/** Redirects are followed, unless a redirect is what is expected. */
const redirectsFor = (expectedStatus: string): NonNullable<OutboundRequest['redirects']> =>
  [301, 302, 303, 307, 308].some((status) => isExpected(expectedStatus, status))
    ? 'manual'
    : { follow: 5, within: 'anywhere' }

async function unlessTooLarge(
  get: () => Promise<OutboundResponse>,
  otherwise: () => Promise<OutboundResponse>,
): Promise<OutboundResponse> {
  return get().catch((error) => {
    if (error instanceof OutboundError && tooLargeCodes.includes(error.code)) return otherwise()
    throw error
  })
}

/** A ping is a TCP connection to the site's port: ICMP would need rights that a service should not have. */
async function connect(
  outbound: Outbound,
  url: string,
  deadlines: { dns: number; connect: number },
  signal?: AbortSignal,
): Promise<ProbeAnswer> {
  const { hostname, port, protocol } = new URL(url)
  const endpoint = `http://${hostname}:${port || (protocol === 'https:' ? 443 : 80)}/`
  const { socket, address, dnsMs, connectMs } = await outbound.open(endpoint, { deadlines, ...(signal && { signal }) })
  socket.destroy()
  return { code: 0, message: '', cause: '', address, dnsMs, connectMs, totalMs: dnsMs + connectMs }
}

const openPassword = (secrets: Secrets, sealed: string | null) =>
  sealed === null ? '' : secrets.open(sealed, 'sites.http_pass')
