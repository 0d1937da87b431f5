import type { Context } from '../../operation/context.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { findBootstrap, type Servers, upsertBootstrap } from './bootstrap-store.ts'
import { readBootstrap } from './read-bootstrap.ts'
import { findBootstrapUrl } from './settings-store.ts'

export const publicBootstrapUrl = 'https://data.iana.org/rdap/dns.json'

type LookupContext = Pick<Context, 'db' | 'outbound' | 'clock' | 'log'>

const hourMs = 3_600_000
const [minMs, defaultMs, maxMs] = [hourMs, 24 * hourMs, 7 * 24 * hourMs]
const maxResponseBytes = 4 * 1024 * 1024

/** The list of registries cannot be fetched and none is stored. */
export class BootstrapError extends Error {}

declare module '../../operation/context.ts' {
  interface FeatureState {
    registries: Registries
  }
}

/** Which server answers for which domains. */
export interface Registries {
  /** Returns the stored list, or fetches it when it expired. Only one fetch runs at a time. */
  readServers(): Promise<Servers>
}

export function createRegistries(context: LookupContext): Registries {
  let pendingFetch: Promise<Servers> | undefined
  const fetchOnce = (url: string) => {
    pendingFetch ??= refreshServers(context, url).finally(() => {
      pendingFetch = undefined
    })
    return pendingFetch
  }
  return { readServers: () => readServers(context, fetchOnce) }
}

async function readServers(
  { db, clock, log }: LookupContext,
  refresh: (url: string) => Promise<Servers>,
): Promise<Servers> {
  const url = (await findBootstrapUrl(db)) ?? publicBootstrapUrl
  const stored = await findBootstrap(db, url)
  if (stored && stored.expires_at > clock.now()) return stored.servers
  try {
    return await refresh(url)
  } catch (error) {
    const reason = messageOf(error)
    if (!stored) throw new BootstrapError(`The list of registries cannot be read: ${reason}`)
    // The list changes a few times a month: an old one is better than none.
    log.warn({ reason }, 'the list of registries is not up to date')
    return stored.servers
  }
}

/** Reads the stored list again, because another process may have fetched it. */
async function refreshServers(context: LookupContext, url: string): Promise<Servers> {
  const stored = await findBootstrap(context.db, url)
  return stored && stored.expires_at > context.clock.now() ? stored.servers : fetchServers(context, url)
}

async function fetchServers({ db, outbound, clock }: LookupContext, url: string): Promise<Servers> {
  const answer = await outbound.request({
    url,
    headers: { accept: 'application/json' },
    redirects: { follow: 3, within: 'anywhere' },
    maxBytes: maxResponseBytes,
    maxDecodedBytes: maxResponseBytes,
    rateLimit: { maxWaitMs: 0 },
  })
  if (answer.status !== 200) throw new Error(`${new URL(url).host} answered with status ${answer.status}.`)
  const servers = readBootstrap(answer.body.toString('utf8'))
  const now = clock.now()
  const goodUntil = new Date(now.getTime() + lifetime(answer.headers['cache-control']))
  await upsertBootstrap(db, { url, servers, fetched_at: now, expires_at: goodUntil })
  return servers
}

function lifetime(cacheControl: string | string[] | undefined): number {
  const seconds = /max-age=(\d{1,9})/.exec(String(cacheControl))?.[1]
  return seconds === undefined ? defaultMs : Math.min(maxMs, Math.max(minMs, Number(seconds) * 1000))
}
