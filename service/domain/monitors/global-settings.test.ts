import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Fleet, type Site, startFleet } from '../../../simulator/index.ts'
import { httpServer } from '../../platform/outbound/testing/test-servers.ts'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'

/**
 * Effects of the monitoring settings on monitors without their own settings. monitor-work.test.ts covers active and
 * interval, retention.test.ts the retention.
 */

const fixture = setUpService()
const { rest } = callers(fixture)
let fleet: Fleet
let site: Site
beforeAll(async () => {
  fleet = await startFleet({ sites: 1, baseAddress: '127.81.3.1', payload: 4_000 })
  site = fleet.sites[0]!
})
beforeEach(async () => {
  await site.reset()
  await seedSites(fixture.service.db, 1, { url: site.url })
  await set({ active: 1 })
})
afterAll(() => fleet.close())

async function set(values: Record<string, unknown>): Promise<void> {
  const named = Object.entries(values).map(([name, value]) => [`svc_uptime_monitoring_${name}`, value])
  expect((await rest('PUT /settings/monitoring/edit', Object.fromEntries(named))).status).toBe(200)
}
const check = async (id = 1) => (await rest(`POST /monitors/${id}/check`)).body.data

it('type and keyword: a page without the text is down', async () => {
  site.frontPage = { body: 'Welcome to the harbour' }
  await set({ type: 'keyword', keyword: 'harbour' })
  expect(await check()).toMatchObject({ uptime_status: 'up' })
  await set({ keyword: 'mountain' })
  expect(await check()).toMatchObject({ uptime_status: 'pending', msg: 'The keyword is not on the page.' })
})

it('type ping: a reachable server is up with any answer', async () => {
  site.frontPage = { status: 500 }
  expect(await check()).toMatchObject({ uptime_status: 'pending', http_code: 500 })
  await set({ type: 'ping' })
  expect(await check()).toMatchObject({ uptime_status: 'up', http_code: 0 })
})

it('method: the HTTP method of the request', async () => {
  const methods: unknown[] = []
  const { port } = await httpServer((request, response) => {
    methods.push(request.method)
    response.end()
  })
  await seedSites(fixture.service.db, 1, { id: 2, url: `http://127.0.0.1:${port}/` })
  for (const method of ['head', 'get', 'post']) {
    await set({ method })
    expect((await check(2)).uptime_status).toBe('up')
  }
  expect(methods).toEqual(['HEAD', 'GET', 'POST'])
})

it('up_status_codes: the statuses that count as up', async () => {
  site.frontPage = { status: 404 }
  expect(await check()).toMatchObject({ uptime_status: 'pending', http_code: 404 })
  await set({ up_status_codes: [200, 404] })
  expect(await check()).toMatchObject({ uptime_status: 'up', http_code: 404 })
})

it('down_confirmation_check: a site is down at once, or after a repeated failure', async () => {
  site.frontPage = { status: 500 }
  expect(await check()).toMatchObject({ last_status: 'pending' })
  await set({ down_confirmation_check: 0 })
  expect(await check()).toMatchObject({ last_status: 'down' })
})

it('timeout: a site that does not answer in time is down', async () => {
  site.setFault('never-answer', { on: 'front page' })
  await set({ timeout: '5s' })
  let over = false
  const checked = check().finally(() => {
    over = true
  })
  await expect.poll(() => fleet.traffic.now).toBe(1)
  fixture.service.clock.advance(4_000)
  await rest('GET /monitors/1/basic')
  expect(over).toBe(false)
  fixture.service.clock.advance(1_000)
  expect(await checked).toMatchObject({ uptime_status: 'pending', http_code: 0 })
})
