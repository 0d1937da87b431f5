import type { Context } from '../../operation/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { findBootstrap, keepBootstrap, type Servers } from './bootstrap-store.ts'
import { readBootstrap } from './read-bootstrap.ts'
import { findBootstrapUrl } from './settings-store.ts'

export const publicBootstrapUrl = 'https://data.iana.org/rdap/dns.json'

type Asking = Pick<Context, 'db' | 'outbound' | 'clock' | 'log'>

const hourMs = 3_600_000
const [shortestMs, usualMs, longestMs] = [hourMs, 24 * hourMs, 7 * 24 * hourMs]
const largest = 4 * 1024 * 1024

/** The registry of registries did not answer, and nothing of it is known from before. */
export class BootstrapError extends Error {}

const underWay = new WeakMap<Database, Promise<Servers>>()

/** Which server answers for which top-level domain: as kept, or asked anew when that is too old. One question at a time. */
export async function knownServers(context: Asking): Promise<Servers> {
  const { db, clock, log } = context
  const url = (await findBootstrapUrl(db)) ?? publicBootstrapUrl
  const kept = await findBootstrap(db, url)
  if (kept && kept.expires_at > clock.now()) return kept.servers
  try {
    const asking = underWay.get(db) ?? freshServers(context, url).finally(() => underWay.delete(db))
    underWay.set(db, asking)
    return await asking
  } catch (error) {
    const reason = (error as Error).message
    if (!kept) throw new BootstrapError(`The list of registries cannot be read: ${reason}`)
    // It changes a few times a month: an old one is better than none.
    log.warn({ reason }, 'the list of registries is not up to date')
    return kept.servers
  }
}

/** Somebody else's question may have been answered since we looked. */
async function freshServers(context: Asking, url: string): Promise<Servers> {
  const kept = await findBootstrap(context.db, url)
  return kept && kept.expires_at > context.clock.now() ? kept.servers : fetchServers(context, url)
}

async function fetchServers({ db, outbound, clock }: Asking, url: string): Promise<Servers> {
  const answer = await outbound.request({
    url,
    headers: { accept: 'application/json' },
    redirects: { follow: 3, within: 'anywhere' },
    maxBytes: largest,
    maxDecodedBytes: largest,
    turn: { patienceMs: 0 },
  })
  if (answer.status !== 200) throw new Error(`${new URL(url).host} answered with status ${answer.status}.`)
  const servers = readBootstrap(answer.body.toString('utf8'))
  const now = clock.now()
  const goodUntil = new Date(now.getTime() + lifetime(answer.headers['cache-control']))
  await keepBootstrap(db, { url, servers, fetched_at: now, expires_at: goodUntil })
  return servers
}

function lifetime(cacheControl: string | string[] | undefined): number {
  const seconds = /max-age=(\d{1,9})/.exec(String(cacheControl))?.[1]
  return seconds === undefined ? usualMs : Math.min(longestMs, Math.max(shortestMs, Number(seconds) * 1000))
}
