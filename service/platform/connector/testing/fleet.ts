import { type Fleet, type FleetOptions, type Site, startFleet } from '../../../../simulator/index.ts'
import { systemClock } from '../../clock.ts'
import { parseNetworks } from '../../outbound/address-guard.ts'
import { CookieJar } from '../../outbound/cookie-jar.ts'
import { createOutbound, type Outbound } from '../../outbound/http-client.ts'
import type { ChildSite } from '../child-site.ts'
import { type Connector, createConnector } from '../connector.ts'
import { type KeyPair, sharedKeySource } from '../key-source.ts'
import { keyOf } from '../parts/registration.ts'
import type { ConnectorOptions } from '../settings.ts'

export const server = 'https://fleet.example/'

export interface Pair {
  child: Site
  site: ChildSite
}

export interface TestFleet {
  fleet: Fleet
  connector: Connector
  outbound: Outbound
  keyPair: KeyPair
  logged: object[]
  /** The site of this test, and its value for the connector. */
  here(): Pair
  /** Another, unused site, so that tests do not affect each other's hosts. */
  next(): Pair
  close(): Promise<void>
}

export interface TestFleetOptions extends Partial<FleetOptions> {
  settings?: ConnectorOptions
  unconnected?: boolean
}

/** Simulated sites on loopback, connected by one key, and a connector with short delays. */
export async function openFleet({ settings, unconnected, ...options }: TestFleetOptions = {}): Promise<TestFleet> {
  const keyPair = await sharedKeySource(2).take()
  const connect = unconnected ? undefined : { publicKeys: [keyPair.publicKeyPem], server }
  const fleet = await startFleet({ sites: 60, ...options, ...(connect && { connect }) })
  const allowNetworks = parseNetworks('127.0.0.0/8')
  const outbound = createOutbound({ allowNetworks })
  const logged: object[] = []
  const connector = createConnector({
    outbound,
    allowNetworks,
    keys: sharedKeySource(2),
    clock: systemClock,
    settings: { ...settings, recheck: { attempts: 3, waitMs: 5, maxWaitMs: 20, ...settings?.recheck } },
    log: { debug: (facts) => void logged.push(facts) },
  })
  const pairOf = (number: number): Pair => {
    const child = fleet.sites[number]
    if (!child) throw new Error('This test needs a fleet with more sites.')
    return { child, site: siteFor(child, keyPair) }
  }
  let current = pairOf(0)
  return {
    fleet,
    connector,
    outbound,
    keyPair,
    logged,
    here: () => current,
    next() {
      current = pairOf(current.child.index + 1)
      return current
    },
    async close() {
      await outbound.close()
      await fleet.close()
    },
  }
}

export function siteFor(child: Site, keyPair: KeyPair): ChildSite {
  return {
    id: child.index,
    label: child.title,
    url: child.url,
    verifyTls: true,
    admin: child.admin.login,
    server,
    cookies: new CookieJar(systemClock),
    key: keyOf(keyPair),
  }
}
