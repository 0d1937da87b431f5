import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/index.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet({ sites: 2, baseAddress: '127.62.0.1' })
})
beforeEach(async () => {
  for (const site of fleet.sites) await site.reset()
  await seedSites(fixture.service.db, 2, (number) => ({ url: fleet.sites[number - 1]!.url }))
  await rest('PUT /monitors/settings', { active: true })
})
afterAll(() => fleet.close())

const check = (ref: number | string = 1) => rest(`POST /monitors/${ref}/check`)
const status = async () => (await rest('GET /monitors/1/basic')).body.data.last_status

it('checks now and stores the result', async () => {
  const { body } = await check()
  expect(body).toMatchObject({
    success: 1,
    data: {
      monitor_id: 1,
      uptime_status: 'up',
      last_status: 'up',
      http_code: 200,
      msg: '',
      time: '2026-11-15T09:00:00Z',
    },
  })
  expect(body.data.ping_ms).toBeGreaterThanOrEqual(body.data.first_byte_ms)
  expect((await rest('GET /monitors/1/heartbeat')).body.total).toBe(1)
})

it('reports pending after one failure and down after the second', async () => {
  fleet.sites[0]!.setFault('http-500', { on: 'front page' })
  expect((await check()).body.data).toMatchObject({ uptime_status: 'pending', last_status: 'pending', http_code: 500 })
  expect((await rest('GET /monitors/1/incidents')).body.total).toBe(0)
  expect((await check()).body.data).toMatchObject({ uptime_status: 'down', last_status: 'down' })
  expect((await rest('GET /monitors/1/incidents')).body.total).toBe(1)
})

it('returns the result of a paused monitor without changing its status', async () => {
  await fixture.service.app.run('suspend-site', { site_id_or_domain: 1 })
  fleet.sites[0]!.setFault('http-500', { on: 'front page' })
  for (let time = 0; time < 3; time++)
    expect((await check()).body.data).toMatchObject({ uptime_status: 'down', last_status: 'paused', http_code: 500 })
  expect((await rest('GET /monitors/1/incidents')).body.total).toBe(0)
  expect((await rest('GET /monitors/1')).body.data).toMatchObject({ last_status: 'paused', last_status_code: 500 })
})

it('searches for the keyword of this monitor', async () => {
  await rest('PUT /monitors/1/settings', { type: 'keyword', keyword: 'no such words' })
  expect((await check()).body.data).toMatchObject({ http_code: 200, msg: 'The keyword is not on the page.' })
})

it('sends no request in a dry run', async () => {
  const { body } = await rest('POST /monitors/1/check', { dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, monitor_id: 1, count: 1 })
  expect(fleet.sites[0]!.counts['front page'] ?? 0).toBe(0)
  expect(await status()).toBe('first')
})

it('requires an existing, visible site and the permission to change', async () => {
  expect((await check(9)).status).toBe(404)
  expect((await rest('POST /monitors/2/check', {}, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await rest('POST /monitors/1/check', {}, fixture.people.keys.read.headers)).status).toBe(403)
  expect((await rest('POST /monitors/1/check', {}, fixture.people.viewer.headers)).status).toBe(403)
})
