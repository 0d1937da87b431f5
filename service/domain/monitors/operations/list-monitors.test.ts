import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

beforeEach(async () => {
  await seedSites(fixture.service.db, 4)
  await rest('PUT /monitors/settings', { active: true, interval: 1 })
})

it('shows the figures of each monitor', async () => {
  await seedChecks(fixture.service, 1, [
    ['20d', 'good'],
    ['20d', 'bad'],
    ['19d', 'good'],
    ['3d', 'good'],
    ['2h', 'good', { ms: 100 }],
    ['90m', 'bad'],
    ['30m', 'good', { ms: 300 }],
  ])
  const { body } = await rest('GET /monitors?include=1')
  expect(body).toMatchObject({ success: 1, total: 1, page: 1, pages: 1 })
  const { uptime_24h, ...monitor } = body.data[0]
  expect(monitor).toEqual({
    id: 1,
    monitor_id: 1,
    url: 'https://site-1.example/',
    name: 'Site 1',
    type: 'http',
    active: true,
    last_status: 'up',
    check_frequency: '1m',
    last_check_at: '2026-11-15T08:30:00Z',
    stale: true,
    last_status_code: 200,
    last_message: '',
    never_reached: false,
    uptime_ratio_24h: 66.666,
    uptime_ratio_7d: 75,
    uptime_ratio_30d: 66.666,
    incidents_count_7d: 1,
    incidents_count_30d: 2,
    maintenance_sec_30d: 0,
    response_time_avg_ms: 200,
    response_time_min_ms: 100,
    response_time_max_ms: 300,
  })
  expect(uptime_24h).toHaveLength(24)
  expect(uptime_24h.at(-1)).toEqual({ timestamp: Date.parse('2026-11-15T09:00:00Z') / 1000, status: null })
  expect(uptime_24h.slice(-4).map(({ status }: { status: number | null }) => status)).toEqual([null, 0, 1, null])
})

it('shows no figures for a monitor without checks', async () => {
  const { body } = await rest('GET /monitors?include=2')
  expect(body.data[0]).toMatchObject({
    last_status: 'first',
    last_check_at: null,
    last_status_code: null,
    uptime_ratio_24h: null,
    uptime_ratio_30d: null,
    response_time_avg_ms: null,
    incidents_count_30d: 0,
  })
})

describe('filters', () => {
  beforeEach(async () => {
    await seedChecks(fixture.service, 1, [['1m', 'good']])
    await seedChecks(fixture.service, 2, [['1m', 'bad']])
    await fixture.service.app.run('suspend-site', { site_id_or_domain: 3 })
  })

  it.each([
    ['up', [1]],
    ['down', [2]],
    ['paused', [3]],
    ['first', [4]],
    ['pending', []],
    ['any', [1, 2, 3, 4]],
  ])('status=%s filters by the shown status', async (status, expected) => {
    const { body } = await rest(`GET /monitors?status=${status}`)
    expect(ids(body)).toEqual(expected)
    expect(body.total).toBe(expected.length)
    for (const { last_status } of body.data) expect(status === 'any' || last_status === status).toBe(true)
  })

  it('all are paused while monitoring is off, except monitors that are on in their own settings', async () => {
    await rest('PUT /monitors/settings', { active: false })
    await rest('PUT /monitors/2/settings', { active: '1' })
    expect(ids((await rest('GET /monitors?status=paused')).body)).toEqual([1, 3, 4])
    expect(ids((await rest('GET /monitors?status=down')).body)).toEqual([2])
  })

  it('search, include and exclude', async () => {
    expect(ids((await rest('GET /monitors?search=SITE-2')).body)).toEqual([2])
    expect(ids((await rest('GET /monitors?search=%25')).body)).toEqual([])
    expect(ids((await rest('GET /monitors?include=2,4')).body)).toEqual([2, 4])
    expect(ids((await rest('GET /monitors?exclude=2,4')).body)).toEqual([1, 3])
  })

  it('rejects an unknown status and lists the known ones', async () => {
    const { status, body } = await rest('GET /monitors?status=tired')
    expect(status).toBe(400)
    expect(body.data.params.status).toBe('must be one of: any, first, up, pending, down, paused, stale')
  })
})

it('returns ordered pages with the total', async () => {
  const { body } = await rest('GET /monitors?per_page=3&page=2&orderby=id&order=desc')
  expect(body).toMatchObject({ total: 4, page: 2, per_page: 3, pages: 2 })
  expect(ids(body)).toEqual([1])
})

it('shows a limited key only the monitors of its sites', async () => {
  const { body } = await rest('GET /monitors', undefined, fixture.people.keys.limited.headers)
  expect([body.total, ids(body)]).toEqual([1, [1]])
})
