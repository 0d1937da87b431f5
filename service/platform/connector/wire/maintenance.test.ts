import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFleet } from '../../../../simulator/index.ts'
import { FakeClock } from '../../../testing/fake-clock.ts'
import { parseNetworks } from '../../outbound/address-guard.ts'
import { createOutbound, type Outbound } from '../../outbound/http-client.ts'
import { type Connector, createConnector } from '../connector.ts'
import type { ConnectorError } from '../errors.ts'
import { type KeyPair, sharedKeySource } from '../key-source.ts'
import { server, siteFor } from '../testing/fleet.ts'

type Fleet = Awaited<ReturnType<typeof startFleet>>

let fleet: Fleet
let keyPair: KeyPair
let outbound: Outbound
let connector: Connector
let clock: FakeClock

beforeAll(async () => {
  keyPair = await sharedKeySource(2).take()
  // Two sites on each address, distinguished by their paths.
  fleet = await startFleet({ sites: 10, addresses: 5, connect: { publicKeys: [keyPair.publicKeyPem], server } })
})
afterAll(() => fleet.close())

let used = 0
beforeEach(() => {
  clock = new FakeClock()
  const allowNetworks = parseNetworks('127.0.0.0/8')
  outbound = createOutbound({ allowNetworks, clock })
  connector = createConnector({ outbound, allowNetworks, keys: sharedKeySource(2), clock })
  return () => outbound.close()
})

/** Two sites on one host name. */
function siblings() {
  const hosts = [...new Set(fleet.sites.map(({ url }) => new URL(url).host))]
  const host = hosts[used++]!
  const children = fleet.sites.filter(({ url }) => new URL(url).host === host)
  return children.map((child) => ({ child, site: siteFor(child, keyPair) }))
}

/** Advances the clock only while the call waits: during a call its deadline would pass. */
async function advanceWhileWaiting(patience: { leftMs: number }, isOver: () => boolean, onWait = () => {}) {
  let { leftMs } = patience
  while (!isOver()) {
    if (patience.leftMs < leftMs) {
      onWait()
      clock.advance(leftMs - patience.leftMs)
      leftMs = patience.leftMs
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const failureOf = (call: Promise<unknown>): Promise<ConnectorError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error) => error,
  )

describe('a site in maintenance', () => {
  it('can be called again at once, and the other sites of its host too', async () => {
    const [closed, other] = siblings()
    expect(new URL(other!.site.url).host).toBe(new URL(closed!.site.url).host)
    closed!.child.maintenance = true
    expect(await failureOf(connector.listPosts(closed!.site, { type: 'post', statuses: ['publish'] }))).toMatchObject({
      code: 'svc_maintenance',
      effect: 'none',
    })
    await connector.ping(other!.site)
    closed!.child.maintenance = false
    await connector.ping(closed!.site)
  })

  it('is named in the message, with the reason and the latest end', async () => {
    const [{ child, site }] = siblings() as [ReturnType<typeof siblings>[number]]
    child.maintenance = true
    const { message, retryAfterMs } = await failureOf(connector.ping(site))
    const end = new Date(clock.now().getTime() + 600_000).toISOString().slice(11, 16)
    expect(message).toBe(
      `“${child.title}” is in maintenance, because WordPress installs an update there. It ends by ${end} UTC at the latest; try again in a minute.`,
    )
    expect(retryAfterMs).toBe(30_000)
    child.maintenance = false
  })

  it('is waited for while the patience of the call lasts', async () => {
    const [{ child, site }] = siblings() as [ReturnType<typeof siblings>[number]]
    child.maintenance = true
    const patience = { leftMs: 600_000 }
    let isOver = false
    const call = connector.ping(site, { patience }).finally(() => {
      isOver = true
    })
    const endLater = () => {
      if (patience.leftMs < 300_000) child.maintenance = false
    }
    await advanceWhileWaiting(patience, () => isOver, endLater)
    await call
    expect(patience.leftMs).toBeLessThan(300_000)
  })

  it('that claims maintenance forever is called less and less, and not waited for beyond ten minutes', async () => {
    const [{ child, site }] = siblings() as [ReturnType<typeof siblings>[number]]
    child.setFault('http-503', { on: '*' })
    const before = child.counts.extra_execution ?? 0
    const patience = { leftMs: 24 * 3_600_000 }
    let failure: ConnectorError | undefined
    const call = failureOf(connector.ping(site, { patience })).then((error) => {
      failure = error
    })
    await advanceWhileWaiting(patience, () => failure !== undefined)
    await call
    expect(failure?.code).toBe('svc_maintenance')
    expect(failure?.message).toContain('WordPress ends that after 10 minutes, so check the site.')
    expect((child.counts.extra_execution ?? 0) - before).toBeLessThan(60)
    const calls = child.counts.extra_execution
    await failureOf(connector.ping(site, { patience }))
    expect(child.counts.extra_execution).toBe(calls! + 1)
  })
})

describe('a host that is overloaded', () => {
  it('is still paused; the message names the site, the reason and the end', async () => {
    const [{ child, site }] = siblings() as [ReturnType<typeof siblings>[number]]
    child.setFault('http-429', { on: '*' })
    await failureOf(connector.ping(site))
    const { code, message } = await failureOf(connector.ping(site, { deadlineMs: 1_000 }))
    const end = new Date(clock.now().getTime() + 2_000).toISOString().slice(11, 19)
    const { hostname } = new URL(site.url)
    expect([code, message]).toEqual([
      'svc_site_busy',
      `“${child.title}” was not called: ${hostname} answered that it gets too many requests (429), so it gets no calls until ${end} UTC.`,
    ])
  })
})
