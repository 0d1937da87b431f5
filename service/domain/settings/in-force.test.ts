import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../simulator/index.ts'
import { callers } from '../../testing/callers.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'

/** Effects of settings on the whole service. Those of e-mails are tested in the notifications feature. */

const resolved = new Map<string, string[]>()
const fixture = setUpService({ outbound: { resolver: async (name) => resolved.get(name) ?? [] } })
const { rest } = callers(fixture)
const set = async (values: object) => expect((await rest('PUT /settings/advanced/edit', values)).status).toBe(200)

/** The clock of the sites: they answer when the test advances it. */
const time = new FakeClock()
const fleets: Fleet[] = []
async function fleetOn(addresses: number, baseAddress: string) {
  const fleet = await startFleet({ sites: 4, addresses, baseAddress, payload: 4_000, clock: time })
  fleets.push(fleet)
  for (const site of fleet.sites) site.frontPage.delay = 1_000
  return fleet
}
afterAll(() => Promise.all(fleets.map((fleet) => fleet.close())))

async function checkAll(fleet: Fleet): Promise<Promise<unknown>[]> {
  const sites = await seedSites(fixture.service.db, fleet.sites.length, (number) => ({
    url: fleet.sites[number - 1]!.url,
  }))
  return sites.map(({ id }) => rest(`POST /sites/${id}/check`))
}
/** Makes the sites answer in the order of the requests. */
async function answer(checks: Promise<unknown>[]): Promise<void> {
  let pending = true
  const all = Promise.all(checks).finally(() => {
    pending = false
  })
  while (pending) {
    time.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await all
}

describe('calls at the same time', () => {
  it.each([
    ['svc_maximum_requests', 4, '127.78.1.1'],
    ['svc_maximum_ip_requests', 1, '127.78.2.1'],
  ])('%s limits them; a change applies to queued ones, too', async (key, addresses, baseAddress) => {
    const fleet = await fleetOn(addresses, baseAddress)
    await set({ [key]: 2 })
    const checks = await checkAll(fleet)
    await expect.poll(() => fleet.traffic.now).toBe(2)
    await set({ [key]: 3 })
    await expect.poll(() => fleet.traffic.now).toBe(3)
    await answer(checks)
    expect(fleet.traffic.peak).toBe(3)
  })
})

describe('the time between two calls', () => {
  it.each([
    ['svc_minimum_delay', 4, '127.78.3.1'],
    ['svc_minimum_ip_delay', 1, '127.78.4.1'],
  ])('%s separates them; a change applies to queued ones, too', async (key, addresses, baseAddress) => {
    const fleet = await fleetOn(addresses, baseAddress)
    const { clock } = fixture.service
    await set({ [key]: 5_000 })
    // Earlier calls must not delay this one.
    clock.advance(60_000)
    const checks = await checkAll(fleet)
    await expect.poll(() => fleet.traffic.now).toBe(1)
    clock.advance(4_999)
    expect((await rest('GET /settings/advanced')).status).toBe(200)
    expect(fleet.traffic.now).toBe(1)
    clock.advance(1)
    await expect.poll(() => fleet.traffic.now).toBe(2)
    await set({ [key]: 0 })
    await expect.poll(() => fleet.traffic.now).toBe(4)
    await answer(checks)
    // The service is reset and its clock set back: no call may be queued.
    clock.advance(60_000)
  })
})

it('svc_force_use_ipv4 skips the IPv6 addresses of a name', async () => {
  const fleet = await fleetOn(4, '127.78.5.1')
  const child = fleet.sites[0]!
  child.frontPage.delay = 0
  // The IPv6 address is forbidden, and one forbidden address blocks the name.
  resolved.set('two-ways.example', ['::1', child.address])
  const [site] = await seedSites(fixture.service.db, 1, { url: `http://two-ways.example:${fleet.port}/` })
  const check = async () => (await rest(`POST /sites/${site!.id}/check`)).body.data.reachable
  expect(await check()).toBe(false)
  await set({ svc_force_use_ipv4: true })
  expect(await check()).toBe(true)
})

describe('svc_ssl_verify_certificate', () => {
  const add = async (more: object = {}) => {
    const { body } = await rest('POST /sites/add', { url: 'https://nowhere.example/', admin: 'ada', ...more })
    return body.data.ssl_verify
  }

  it('applies to new sites without a value of their own', async () => {
    expect(await add()).toBe(true)
    await set({ svc_ssl_verify_certificate: 0 })
    expect(await add({ url: 'https://elsewhere.example/' })).toBe(false)
  })

  it('does not apply to sites with a value of their own', async () => {
    await set({ svc_ssl_verify_certificate: 0 })
    expect(await add({ ssl_verify: true })).toBe(true)
  })
})

describe('svc_rest_batch_items_limit', () => {
  const batch = (names: string[]) => rest('POST /batch', { tags: { create: names.map((name) => ({ name })) } })
  const tags = async () => (await rest('GET /tags')).body.total

  it('limits the items of a batch before any is executed', async () => {
    await set({ svc_rest_batch_items_limit: 2 })
    const { status, body } = await batch(['a', 'b', 'c'])
    expect([status, body.code, body.message]).toEqual([
      413,
      'svc_request_too_large',
      expect.stringContaining('at most 2 items'),
    ])
    expect(await tags()).toBe(0)
    await set({ svc_rest_batch_items_limit: 3 })
    expect((await batch(['a', 'b', 'c'])).status).toBe(200)
    expect(await tags()).toBe(3)
  })
})

describe('another process', () => {
  afterEach(() => fixture.service.closeOthers())

  it('applies a change with the notice', async () => {
    const other = await fixture.service.openAnother()
    await set({ svc_rest_batch_items_limit: 1 })
    const send = () =>
      other.server.inject({
        method: 'POST',
        url: '/api/v2/batch',
        headers: fixture.people.administrator.headers,
        payload: { tags: { create: [{ name: 'a' }, { name: 'b' }], delete: [] }, no_such_group: {} },
      })
    await expect.poll(async () => (await send()).statusCode).toBe(413)
  })
})
