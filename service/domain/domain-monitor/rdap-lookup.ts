import type { Context } from '../../operation/context.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import type { OutboundResponse } from '../../platform/outbound/request.ts'
import { BootstrapError } from './rdap-bootstrap.ts'
import { type DomainRegistration, readRegistration } from './read-registration.ts'
import { topLevelOf } from './registered-domain.ts'

/** The outcome of one lookup at a registry. */
export type Lookup =
  | { outcome: 'found'; registration: DomainRegistration }
  | { outcome: 'not-found' | 'unsupported' | 'failed'; reason: string }
  /** The registry requested a pause. */
  | { outcome: 'paused'; server: string; pauseMs: number }

type LookupContext = Pick<Context, 'outbound' | 'clock' | 'log' | 'registries'>

const maxResponseBytes = 512 * 1024
const [minPauseMs, defaultPauseMs, maxPauseMs] = [60_000, 15 * 60_000, 24 * 3_600_000]

/** Queries the registry of a domain, and the registrar it names for missing data. */
export async function lookUp(
  context: LookupContext,
  domain: string,
  pausedUntil: (server: string) => Promise<Date | null>,
): Promise<Lookup> {
  const topLevel = topLevelOf(domain)
  try {
    const server = serverFor(await context.registries.readServers(), domain)
    if (!server) {
      const reason = `No registry answers for .${topLevel} domains. Enter the expiry date by hand.`
      return { outcome: 'unsupported', reason }
    }
    const until = await pausedUntil(server)
    const pauseMs = until ? until.getTime() - context.clock.now().getTime() : 0
    if (pauseMs > 0) return { outcome: 'paused', server, pauseMs }
    return await queryServer(context, server, domain)
  } catch (error) {
    if (error instanceof OutboundError || error instanceof BootstrapError)
      return { outcome: 'failed', reason: error.message }
    throw error
  }
}

/** The server of the longest listed suffix; own properties only, because the name may be `constructor`. */
function serverFor(servers: Record<string, string>, domain: string): string | null {
  const labels = domain.split('.')
  const endings = labels.map((_, index) => labels.slice(index).join('.'))
  const known = endings.find((ending) => Object.hasOwn(servers, ending))
  return (known === undefined ? undefined : servers[known]) ?? null
}

async function queryServer(context: LookupContext, server: string, domain: string): Promise<Lookup> {
  const host = new URL(server).host
  let answer: OutboundResponse
  try {
    answer = await sendRequest(context, `${server}domain/${domain}`)
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code !== 'host_paused') throw error
    return { outcome: 'paused', server, pauseMs: pauseOf(error.retryAfterMs) }
  }
  const { status, headers } = answer
  if (status === 429 || status === 503) return { outcome: 'paused', server, pauseMs: pauseOf(retryAfter(headers)) }
  if (status === 404)
    return { outcome: 'not-found', reason: `The registry at ${host} knows no domain ${domain}; check its spelling.` }
  if (status !== 200) return { outcome: 'failed', reason: `The registry at ${host} answered with status ${status}.` }
  const registration = readRegistration(answer.body.toString('utf8'), domain)
  if (!registration)
    return { outcome: 'failed', reason: `The registry at ${host} sent an answer that does not follow RFC 9083.` }
  return { outcome: 'found', registration: await complete(context, registration, domain) }
}

/** Adds registrar data missing in a thin registry; registry data takes precedence. */
async function complete(
  context: LookupContext,
  known: DomainRegistration,
  domain: string,
): Promise<DomainRegistration> {
  const isComplete = known.registrar !== null && known.expiresAt !== null && known.registeredAt !== null
  if (isComplete || known.related === null) return known
  try {
    const answer = await sendRequest(context, known.related)
    const more = answer.status === 200 ? readRegistration(answer.body.toString('utf8'), domain) : null
    if (!more) return known
    return {
      ...known,
      registrar: known.registrar ?? more.registrar,
      registrarId: known.registrarId ?? more.registrarId,
      registeredAt: known.registeredAt ?? more.registeredAt,
      changedAt: known.changedAt ?? more.changedAt,
      expiresAt: known.expiresAt ?? more.expiresAt,
      statuses: known.statuses.length > 0 ? known.statuses : more.statuses,
      nameservers: known.nameservers.length > 0 ? known.nameservers : more.nameservers,
    }
  } catch (error) {
    if (error instanceof OutboundError) return known
    throw error
  }
}

const sendRequest = ({ outbound }: LookupContext, url: string) =>
  outbound.request({
    url,
    headers: { accept: 'application/rdap+json, application/json' },
    // Registries redirect to each other; every hop passes the address guard.
    redirects: { follow: 3, within: 'anywhere' },
    maxBytes: maxResponseBytes,
    maxDecodedBytes: maxResponseBytes,
    deadlines: { headers: 15_000, total: 25_000 },
    rateLimit: { maxWaitMs: 0 },
  })

const pauseOf = (requestedMs: number | undefined): number =>
  Math.min(maxPauseMs, Math.max(minPauseMs, requestedMs ?? defaultPauseMs))

function retryAfter(headers: OutboundResponse['headers']): number | undefined {
  const seconds = /^\d{1,9}$/.exec(String(headers['retry-after'] ?? ''))?.[0]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}
