import { afterEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from './fleet.ts'
import type { FleetOptions } from './fleet-options.ts'
import { call, keyPair, post, send, server } from './testing/dashboard.ts'
import { manualClock } from './testing/manual-clock.ts'

const fleets: Fleet[] = []
const start = async (options: FleetOptions) => {
  const fleet = await startFleet(options)
  fleets.push(fleet)
  return fleet
}
afterEach(async () => {
  await Promise.all(fleets.splice(0).map((fleet) => fleet.close()))
})

const ping = (url: string) => call(url, 'cloneinfo', {})

describe('addresses', () => {
  it('are one per site, with one port for all', async () => {
    const fleet = await start({ sites: 3, baseAddress: '127.11.0.254' })
    expect(fleet.sites.map(({ address }) => address)).toEqual(['127.11.0.254', '127.11.0.255', '127.11.1.0'])
    expect(new Set(fleet.sites.map(({ url }) => new URL(url).port))).toEqual(new Set([String(fleet.port)]))
    for (const site of fleet.sites) site.connect({ publicKey: keyPair().publicKey, server })
    const homes = await Promise.all(fleet.sites.map(async ({ url }) => (await ping(url)).payload.home))
    expect(homes).toEqual(fleet.sites.map(({ siteUrl }) => siteUrl))
  })

  it('can share one listener, which answers only on its own addresses', async () => {
    const fleet = await start({ sites: 2, listen: 'one' })
    expect((await post(fleet.sites[1]!.url, { function: 'stats' })).payload.version).toBe('6.1')
    await expect(send(`http://127.10.9.9:${fleet.port}/`, '', { method: 'GET' })).rejects.toThrow()
    fleet.sites[0]!.setFault('refuse')
    await expect(ping(fleet.sites[0]!.url)).rejects.toThrow()
    await fleet.sites[0]!.clearFaults()
    expect((await send(fleet.sites[0]!.url, '', { method: 'GET' })).status).toBe(200)
  })

  it('can have several sites, distinguished by path or by the Host header', async () => {
    const fleet = await start({ sites: 4, addresses: 2 })
    const [first, , third] = fleet.sites
    expect(new URL(third!.url).pathname).toBe('/site-3/')
    expect(third!.address).toBe(first!.address)
    for (const site of fleet.sites) site.connect({ publicKey: keyPair().publicKey, server })
    expect((await ping(third!.url)).payload.home).toBe(third!.siteUrl)
    const root = `http://${first!.address}:${fleet.port}/`
    const byHost = await call(root, 'cloneinfo', {}, keyPair(), { posting: { headers: { Host: third!.hostname } } })
    expect(byHost.payload.home).toBe(third!.siteUrl)
    expect((await send(root, '', { method: 'GET' })).status).toBe(404)
    expect(third!.counts).toEqual({ cloneinfo: 2 })
  })

  it('must be in the loopback network', async () => {
    await expect(startFleet({ sites: 1, baseAddress: '10.0.0.1' })).rejects.toThrow(/127\.0\.0\.0\/8/)
    await expect(startFleet({ sites: 2, baseAddress: '127.255.255.255' })).rejects.toThrow(/not enough/)
  })
})

describe('seed', () => {
  const picture = (fleet: Fleet) =>
    fleet.sites.map((site) => ({
      title: site.title,
      plugins: site.plugins.map(({ entry, version, active }) => [entry.file, version, active]),
      users: site.users.map(({ login }) => login),
      posts: site.posts,
      comments: site.comments,
      events: site.events,
    }))

  it('gives the same fleet again, and another seed gives another one', async () => {
    const [first, second, third] = [
      await start({ sites: 5, seed: 7, clock: manualClock() }),
      await start({ sites: 5, seed: 7, clock: manualClock() }),
      await start({ sites: 5, seed: 8, clock: manualClock() }),
    ]
    expect(picture(first)).toEqual(picture(second))
    expect(picture(first)).not.toEqual(picture(third))
    expect(first.admin.password).not.toBe(third.admin.password)
  })

  it('gives every site its own host name, and a variety of software', async () => {
    const fleet = await start({ sites: 1500, listen: 'one' })
    expect(new Set(fleet.sites.map(({ hostname }) => hostname)).size).toBe(1500)
    const plugins = fleet.sites.slice(0, 100).flatMap((site) => site.plugins)
    const share = (matches: (plugin: (typeof plugins)[number]) => unknown) =>
      plugins.filter(matches).length / plugins.length
    expect(share(({ offer }) => offer)).toBeGreaterThan(0.1)
    expect(share(({ offer }) => offer)).toBeLessThan(0.5)
    expect(plugins.some(({ entry }) => entry.premium)).toBe(true)
    expect(plugins.some(({ entry }) => entry.mustUse)).toBe(true)
    expect(plugins.some(({ entry }) => entry.release && 'on' in entry.release)).toBe(true)
    expect(fleet.sites.slice(0, 100).some((site) => site.theme(site.activeTheme)?.entry.parent)).toBe(true)
  })

  it('survives a reset', async () => {
    const fleet = await start({
      sites: 1,
      clock: manualClock(),
      connect: { publicKeys: [keyPair().publicKey], server },
    })
    const before = picture(fleet)
    const site = fleet.sites[0]!
    site.plugins = []
    site.setFault('http-500')
    site.disconnect()
    await site.reset()
    expect(picture(fleet)).toEqual(before)
    expect(site.connection?.server).toBe(server)
    expect(site.faults.names).toEqual([])
  })
})

describe('payload', () => {
  it.each([10_000, 40_000, 120_000])('of about %i bytes on average', async (payload) => {
    const connect = { publicKeys: [keyPair().publicKey], server }
    const fleet = await start({ sites: 24, payload, connect })
    const sizes = await Promise.all(
      fleet.sites.map(async ({ url }) => (await call(url, 'stats', { optimize: 1 })).body.length),
    )
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    expect(mean / payload).toBeGreaterThan(0.75)
    expect(mean / payload).toBeLessThan(1.3)
  })
})

describe('the call log', () => {
  it('counts calls per function and numbers journal entries over the whole fleet', async () => {
    const calls: string[] = []
    const connect = { publicKeys: [keyPair().publicKey], server }
    const fleet = await start({ sites: 2, connect, onCall: (site, name) => calls.push(`${site.index} ${name}`) })
    const [first, second] = fleet.sites
    await ping(first!.url)
    await call(first!.url, 'update_values', { uniqueId: 'a' })
    await call(second!.url, 'update_values', { uniqueId: 'b' })
    await call(second!.url, 'update_values', { uniqueId: 'c' }, keyPair(1))
    expect(first!.counts).toEqual({ cloneinfo: 1, update_values: 1 })
    expect(fleet.counts).toEqual({ cloneinfo: 1, update_values: 3 })
    expect([...first!.journal, ...second!.journal].map(({ number }) => number)).toEqual([1, 2])
    expect(calls).toEqual(['0 cloneinfo', '0 update_values', '1 update_values', '1 update_values'])
  })

  it('counts requests at once: per site, per address and in total', async () => {
    const fleet = await start({ sites: 4, addresses: 2, clock: manualClock() })
    const [first, second, third] = fleet.sites
    for (const site of [first, second, third]) site!.setFault('never-answer', { on: '*' })
    const open = [first, second, third, third].map((site) => send(site!.url, '', { method: 'GET' }).catch(() => null))
    await expect.poll(() => fleet.traffic.now).toBe(4)
    expect([first!.callLog.requests.peak, third!.callLog.requests.peak, first!.location.traffic.peak]).toEqual([
      1, 2, 3,
    ])
    await fleet.close()
    await Promise.all(open)
    await expect.poll(() => fleet.traffic.now).toBe(0)
    expect(fleet.traffic.peak).toBe(4)
  })

  it('finds sites by address and by host name', async () => {
    const fleet = await start({ sites: 2 })
    const site = fleet.sites[1]!
    expect([fleet.find(site.url), fleet.find(site.siteUrl), fleet.find(site.hostname)]).toEqual([site, site, site])
  })
})
