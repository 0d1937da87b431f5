import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { Socket } from 'node:net'
import { addressAt } from './addresses.ts'
import { systemClock, unixSeconds } from './clock.ts'
import { personalityOf, takePersonality } from './faults/personalities.ts'
import type { FleetOptions } from './fleet-options.ts'
import { handle, handleFailed } from './http/handle.ts'
import { listen } from './listeners.ts'
import { Neighbourhood } from './other-services.ts'
import { randomFrom } from './random.ts'
import { Traffic } from './site/bookkeeping.ts'
import type { FleetSettings, Personality } from './site/fleet-settings.ts'
import { Site } from './site/site.ts'

const mostListeners = 1000

/** A running fleet of simulated child sites. */
export class Fleet {
  readonly sites: readonly Site[]
  readonly port: number
  readonly admin: { readonly login: string; readonly password: string }
  /** Requests at once, over all sites. */
  readonly traffic: Traffic
  readonly #close: () => Promise<void>

  constructor(sites: readonly Site[], port: number, fleetSettings: FleetSettings, close: () => Promise<void>) {
    this.sites = sites
    this.port = port
    this.admin = { login: fleetSettings.adminLogin, password: fleetSettings.password }
    this.traffic = fleetSettings.traffic
    this.#close = close
  }

  /** The site whose address (with or without trailing slash) or hostname this is. */
  find(urlOrHostname: string): Site | undefined {
    const wanted = urlOrHostname.replace(/\/?$/, '/')
    return this.sites.find((site) => site.url === wanted || site.hostname === urlOrHostname)
  }

  /** Calls received per function by all sites together. */
  get counts(): Record<string, number> {
    const sums: Record<string, number> = {}
    for (const site of this.sites) {
      for (const [name, count] of Object.entries(site.counts)) sums[name] = (sums[name] ?? 0) + count
    }
    return sums
  }

  /** Ends all connections and stops listening. */
  close(): Promise<void> {
    return this.#close()
  }
}

/** Starts a fleet of child sites on loopback addresses. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { sites: count, port = 0, baseAddress = '127.10.0.1' } = options
  if (!Number.isInteger(count) || count < 1) throw new Error('A fleet needs at least one site.')
  const spread = Math.min(count, options.addresses ?? count)
  const addresses = Array.from({ length: spread }, (_, offset) => addressAt(baseAddress, offset))
  const neighbourhoods = new Map(addresses.map((address) => [address, new Neighbourhood()]))
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const site = neighbourhoods.get(listeners.addressOf(rawSocket(request)))?.siteFor(request)
    if (!site) return void response.writeHead(404).end('No simulated site here.')
    handle(site, request, response, options.onCall).catch((error: unknown) => handleFailed(response, error))
  }
  const server = options.tls ? createHttps(options.tls, answer) : createHttp(answer)
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 0
  server.maxHeadersCount = 200
  server.on('clientError', (_, socket) => socket.destroy())
  const how = options.listen ?? (spread > mostListeners ? 'one' : 'each')
  const listeners = await listen(how, server, addresses, port)

  const fleetSettings = fleetSettingsOf(options, async (site, refused) => {
    // SameHostSites must not suffer; alone on its address a site can really refuse.
    if (spread === count) await listeners.refuse(site.address, refused)
  })
  const turns = new Map<Personality, number>()
  const sites = Array.from({ length: count }, (_, index) => {
    const address = addresses[index % spread]!
    const path = spread < count ? `/site-${index + 1}/` : '/'
    const personality = personalityOf(fleetSettings.seed, index, options.personalities ?? {})
    const turn = turns.get(personality) ?? 0
    turns.set(personality, turn + 1)
    const neighbourhood = neighbourhoods.get(address)!
    const url = `${options.tls ? 'https' : 'http'}://${address}:${listeners.port}${path}`
    const site = new Site(
      fleetSettings,
      index,
      { address, path, url, traffic: neighbourhood.traffic },
      { personality, turn },
    )
    fleetSettings.afterReset(site)
    neighbourhood.add(site)
    return site
  })
  return new Fleet(sites, listeners.port, fleetSettings, () => listeners.close())
}

/** Under TLS the request's socket wraps the one that was accepted. */
const rawSocket = ({ socket }: IncomingMessage): Socket => (socket as Socket & { _parent?: Socket })._parent ?? socket

function fleetSettingsOf(options: FleetOptions, refuse: FleetSettings['refuse']): FleetSettings {
  const clock = options.clock ?? systemClock
  const seed = String(options.seed ?? 1)
  let journalNumber = 0
  const { connect } = options
  return {
    seed,
    clock,
    startedAt: unixSeconds(clock.now()),
    adminLogin: options.admin?.login ?? 'admin',
    password: options.admin?.password ?? passwordFor(seed),
    payload: options.payload,
    updateDuration: options.updateDuration ?? 0,
    traffic: new Traffic(),
    nextJournalNumber: () => ++journalNumber,
    refuse,
    afterReset(site) {
      if (connect) {
        const publicKey = connect.publicKeys[site.index % connect.publicKeys.length]
        if (publicKey === undefined)
          throw new Error('To connect the fleet beforehand at least one public key is needed.')
        site.connect({ publicKey, server: connect.server, admin: connect.admin })
      }
      takePersonality(site, options.slowness ?? 3000)
    },
  }
}

/** Not secret, but different for each seed. */
function passwordFor(seed: string): string {
  const random = randomFrom('password', seed)
  const words = ['harbour', 'lantern', 'meadow', 'compass', 'willow', 'granite', 'ember', 'thistle']
  return `${random.pick(words)}-${random.between(1000, 9999)}-${random.pick(words)}`
}
