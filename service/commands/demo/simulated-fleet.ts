import { businessOf, type Fleet, selfSigned, startFleet, startMessageReceiver } from '../../../simulator/index.ts'
import { type Resolver, systemResolver } from '../../platform/outbound/resolve.ts'
import type { DemoClock } from './demo-clock.ts'
import type { DemoSite } from './demo-context.ts'
import { roleAt } from './roles.ts'

export interface DemoFleet {
  readonly sites: readonly DemoSite[]
  /** Resolves the host names of the demo. */
  readonly resolver: Resolver
  /** Certificates that Flotilla trusts. */
  readonly authorities: readonly string[]
  readonly ports: readonly number[]
  /** The address of a program that accepts the messages of channels and webhooks. */
  readonly receiverUrl: string
  close(): Promise<void>
}

const dayMs = 86_400_000

/** Certificates of the sites with https: days until they expire, and whether Flotilla trusts them. */
const certificates = [
  { daysLeft: 9, trusted: true },
  { daysLeft: 310, trusted: true },
  { daysLeft: 200, trusted: false },
  { daysLeft: -6, trusted: false },
  { daysLeft: 61, trusted: true },
] as const

/**
 * Sites on loopback addresses. Most have an IP address as host, so that a browser on this machine can open them; every
 * fifth, five at most, uses https with a host name that only the demo resolves.
 */
export async function startDemoFleet(
  count: number,
  clock: DemoClock,
  ports: readonly number[] = [],
): Promise<DemoFleet> {
  const secure = certificates.slice(0, Math.floor(count / 5))
  const fleets: Fleet[] = []
  const sites: DemoSite[] = []
  const addresses = new Map<string, string>()
  const authorities: string[] = []
  const port = () => ports[fleets.length] ?? 0

  const plain = await startFleet({ sites: count - secure.length, seed: 1, clock, port: port() })
  fleets.push(plain)
  for (const site of plain.sites) {
    sites.push({
      site,
      url: site.url,
      role: roleAt(site.index, plain.sites.length),
      untrusted: false,
      named: false,
      id: 0,
    })
  }
  for (const [index, { daysLeft, trusted }] of secure.entries()) {
    const seed = `secure ${index}`
    const { hostname } = businessOf(seed, 0)
    const baseAddress = `127.11.0.${index + 1}`
    const [validFrom, validTo] = [clock.daysAgo(120), new Date(clock.present.getTime() + daysLeft * dayMs)]
    const tls = selfSigned({ hosts: [hostname, `www.${hostname}`, baseAddress], validFrom, validTo })
    const fleet = await startFleet({ sites: 1, seed, clock, baseAddress, tls, port: port() })
    fleets.push(fleet)
    addresses.set(hostname, baseAddress)
    if (trusted) authorities.push(tls.cert)
    const url = `https://${hostname}:${fleet.port}/`
    for (const site of fleet.sites) sites.push({ site, url, role: 'well', untrusted: !trusted, named: true, id: 0 })
  }
  const receiver = await startMessageReceiver(port())
  const real = systemResolver()
  return {
    sites,
    resolver: async (hostname) => {
      const own = addresses.get(hostname)
      return own ? [own] : real(hostname)
    },
    authorities,
    ports: [...fleets, receiver].map(({ port }) => port),
    receiverUrl: receiver.url,
    close: async () => void (await Promise.all([...fleets, receiver].map((each) => each.close()))),
  }
}
