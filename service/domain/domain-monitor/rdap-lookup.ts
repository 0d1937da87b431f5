import type { Context } from '../../operation/context.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import type { OutboundResponse } from '../../platform/outbound/request.ts'
import { BootstrapError, knownServers } from './rdap-bootstrap.ts'
import { type Registration, readRegistration } from './read-registration.ts'
import { topLevelOf } from './registered-domain.ts'

/** What became of one question to a registry. */
export type Lookup =
  | { outcome: 'found'; registration: Registration }
  | { outcome: 'not-found' | 'unsupported' | 'failed'; reason: string }
  /** The registry wants to be left alone for a while. */
  | { outcome: 'paused'; server: string; pauseMs: number }

type Asking = Pick<Context, 'db' | 'outbound' | 'clock' | 'log'>

const largest = 512 * 1024
const [shortestPauseMs, usualPauseMs, longestPauseMs] = [60_000, 15 * 60_000, 24 * 3_600_000]

/** Asks the registry of a domain, and the registrar that it names for what it does not tell itself. */
export async function lookUp(
  context: Asking,
  domain: string,
  pausedUntil: (server: string) => Promise<Date | null>,
): Promise<Lookup> {
  const topLevel = topLevelOf(domain)
  try {
    const server = serverFor(await knownServers(context), domain)
    if (!server) {
      const reason = `No registry tells about .${topLevel} domains. Enter the expiry date by hand.`
      return { outcome: 'unsupported', reason }
    }
    const until = await pausedUntil(server)
    const pauseMs = until ? until.getTime() - context.clock.now().getTime() : 0
    if (pauseMs > 0) return { outcome: 'paused', server, pauseMs }
    return await askServer(context, server, domain)
  } catch (error) {
    if (error instanceof OutboundError || error instanceof BootstrapError)
      return { outcome: 'failed', reason: error.message }
    throw error
  }
}

/** The longest ending of the name that the list has; own properties only, because the name may be `constructor`. */
function serverFor(servers: Record<string, string>, domain: string): string | null {
  const labels = domain.split('.')
  const endings = labels.map((_, index) => labels.slice(index).join('.'))
  const known = endings.find((ending) => Object.hasOwn(servers, ending))
  return known === undefined ? null : servers[known]!
}

async function askServer(context: Asking, server: string, domain: string): Promise<Lookup> {
  const host = new URL(server).host
  let answer: OutboundResponse
  try {
    answer = await ask(context, `${server}domain/${domain}`)
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
    return { outcome: 'failed', reason: `The registry at ${host} did not answer in the way of RFC 9083.` }
  return { outcome: 'found', registration: await complete(context, registration, domain) }
}

/** A thin registry knows little; what its registrar adds counts, but never against the registry. */
async function complete(context: Asking, known: Registration, domain: string): Promise<Registration> {
  const isComplete = known.registrar !== null && known.expiresAt !== null && known.registeredAt !== null
  if (isComplete || known.related === null) return known
  try {
    const answer = await ask(context, known.related)
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

const ask = ({ outbound }: Asking, url: string) =>
  outbound.request({
    url,
    headers: { accept: 'application/rdap+json, application/json' },
    // Registries send each other's callers on; every hop passes the guard.
    redirects: { follow: 3, within: 'anywhere' },
    maxBytes: largest,
    maxDecodedBytes: largest,
    deadlines: { headers: 15_000, total: 25_000 },
    turn: { patienceMs: 0 },
  })

const pauseOf = (wanted: number | undefined): number =>
  Math.min(longestPauseMs, Math.max(shortestPauseMs, wanted ?? usualPauseMs))

function retryAfter(headers: OutboundResponse['headers']): number | undefined {
  const seconds = /^\d{1,9}$/.exec(String(headers['retry-after'] ?? ''))?.[0]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}
