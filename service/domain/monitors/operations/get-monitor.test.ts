import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await rest('PUT /monitors/settings', { active: true })
})

it.each(['1', 'site-1.example', 'https%3A%2F%2Fwww.site-1.example%2F'])('finds the monitor by %s', async (ref) => {
  const { body } = await rest(`GET /monitors/${ref}`)
  expect(body).toMatchObject({ success: 1, data: { id: 1, url: 'https://site-1.example/', last_status: 'first' } })
})

it('returns the figures of the list and the latest checks, newest first', async () => {
  await seedChecks(fixture.service, 1, [
    ['2m', 'good'],
    ['1m', 'bad'],
  ])
  const { data } = (await rest('GET /monitors/1')).body
  expect(data).toMatchObject({ last_status: 'down', uptime_ratio_24h: 50, address: '203.0.113.7' })
  expect(data.uptime_24h).toHaveLength(24)
  expect(data.heartbeats).toMatchObject([
    {
      status: 0,
      uptime_status: 'down',
      msg: 'The site answered 500; expected 200-206.',
      http_code: 500,
      importance: 1,
    },
    {
      status: 1,
      uptime_status: 'up',
      msg: '200 - up',
      ping_ms: 120,
      dns_ms: 5,
      connect_ms: 20,
      tls_ms: 40,
      first_byte_ms: 50,
    },
  ])
})

it.each(['99', 'nowhere.example'])('returns 404 for %s', async (ref) => {
  expect((await rest(`GET /monitors/${ref}`)).body).toMatchObject({ success: 0, code: 'svc_site_not_found' })
})

it('returns 404 outside the limits of a key', async () => {
  const { limited } = fixture.people.keys
  expect((await rest('GET /monitors/2', undefined, limited.headers)).status).toBe(404)
  expect((await rest('GET /monitors/1', undefined, limited.headers)).status).toBe(200)
})
