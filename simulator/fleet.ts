import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { Socket } from 'node:net'
import { addressAt } from './addresses.ts'
import { systemClock, unixSeconds } from './clock.ts'
import { cyclic } from './cyclic.ts'
import { applyBehaviour, behaviourOf } from './faults/site-behaviours.ts'
import type { FleetOptions } from './fleet-options.ts'
import { handle, handleFailed } from './http/handle.ts'
import { listen } from './listeners.ts'
import { randomFrom } from './random.ts'
import { SharedAddress } from './shared-address.ts'
import { Traffic } from './site/call-log.ts'
import type { FleetSettings, SiteBehaviour } from './site/fleet-settings.ts'
import { Site } from './site/site.ts'

const maxListeners = 1000

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

  /** The site with this address (with or without trailing slash) or hostname. */
  find(urlOrHostname: string): Site | undefined {
    const url = urlOrHostname.replace(/\/?$/, '/')
    return this.sites.find((site) => site.url === url || site.hostname === urlOrHostname)
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
  const sharedAddresses = new Map(addresses.map((address) => [address, new SharedAddress()]))
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const site = sharedAddresses.get(listeners.addressOf(rawSocket(request)))?.siteFor(request)
    if (!site) return void response.writeHead(404).end('No simulated site here.')
    handle(site.servedBy ?? site, request, response, options.onCall).catch((error: unknown) =>
      handleFailed(response, error),
    )
  }
  const server = options.tls ? createHttps(options.tls, answer) : createHttp(answer)
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 0
  server.maxHeadersCount = 200
  server.on('clientError', (_, socket) => socket.destroy())
  const how = options.listen ?? (spread > maxListeners ? 'one' : 'each')
  const listeners = await listen(how, server, addresses, port)

  const fleetSettings = fleetSettingsOf(options, async (site, refused) => {
    // Other sites on the address must not be affected; a site alone on its address can really refuse.
    if (spread === count) await listeners.refuse(site.address, refused)
  })
  const behaviourCounts = new Map<SiteBehaviour, number>()
  const sites = Array.from({ length: count }, (_, index) => {
    const address = cyclic(addresses, index % spread)
    const path = spread < count ? `/site-${index + 1}/` : '/'
    const behaviour = behaviourOf(fleetSettings.seed, index, options.behaviours ?? {})
    const behaviourIndex = behaviourCounts.get(behaviour) ?? 0
    behaviourCounts.set(behaviour, behaviourIndex + 1)
    // Every address has one.
    const sharedAddress = sharedAddresses.get(address)!
    const url = `${options.tls ? 'https' : 'http'}://${address}:${listeners.port}${path}`
    const site = new Site(
      fleetSettings,
      index,
      { address, path, url, traffic: sharedAddress.traffic },
      { behaviour, behaviourIndex },
    )
    fleetSettings.afterReset(site)
    sharedAddress.add(site)
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
        if (publicKey === undefined) throw new Error('Connecting the fleet beforehand needs at least one public key.')
        site.connect({ publicKey, server: connect.server, admin: connect.admin })
      }
      applyBehaviour(site, options.slowness ?? 3000)
    },
  }
}

/** Not secret, but different for each seed. */
function passwordFor(seed: string): string {
  const random = randomFrom('password', seed)
  const words = ['harbour', 'lantern', 'meadow', 'compass', 'willow', 'granite', 'ember', 'thistle']
  return `${random.pick(words)}-${random.between(1000, 9999)}-${random.pick(words)}`
}
