import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const times = (body: { data: { time: string }[] }) => body.data.map(({ time }) => time)

// It is 2026-11-15T09:00:00Z.
beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await seedChecks(fixture.service, 1, [
    ['20d', 'good'],
    ['3d', 'good'],
    ['2h', 'bad'],
    ['1h', 'good'],
    ['1m', 'good'],
  ])
})

it('lists the checks of the last 30 days, newest first', async () => {
  const { body } = await rest('GET /monitors/1/heartbeat')
  expect(body).toMatchObject({
    success: 1,
    total: 5,
    meta: { page: 1, per_page: 1000, total: 5, total_pages: 1 },
  })
  expect(times(body)).toEqual([
    '2026-11-15T08:59:00Z',
    '2026-11-15T08:00:00Z',
    '2026-11-15T07:00:00Z',
    '2026-11-12T09:00:00Z',
    '2026-10-26T09:00:00Z',
  ])
  expect(body.data[0]).toEqual({
    heartbeat_id: Date.parse('2026-11-15T08:59:00Z') / 1000,
    monitor_id: 1,
    status: 1,
    uptime_status: 'up',
    msg: '200 - up',
    importance: 0,
    time: '2026-11-15T08:59:00Z',
    ping_ms: 120,
    http_code: 200,
    dns_ms: 5,
    connect_ms: 20,
    tls_ms: 40,
    first_byte_ms: 50,
  })
})

it('returns the same after the roll-up, except the phases of past days', async () => {
  const before = (await rest('GET /monitors/1/heartbeat')).body
  await fixture.service.app.run('roll-up-heartbeats', {})
  const after = (await rest('GET /monitors/1/heartbeat')).body
  expect(times(after)).toEqual(times(before))
  expect(after.data[0]).toEqual(before.data[0])
  const phases = { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null }
  expect(after.data[4]).toEqual({ ...before.data[4], ...phases })
})

describe('filters', () => {
  it.each([
    ['period=24h', 3],
    ['period=7d', 4],
    ['period=2026-11-12T00:00:00Z/2026-11-15T07:30:00Z', 2],
    ['period=2026-10-01/2026-11-01', 1],
    ['since=2026-11-15T07:00:00Z', 3],
    ['period=7d&since=2026-01-01', 4],
    ['status=down', 1],
    ['status=up&period=24h', 2],
    ['status=first', 0],
  ])('%s', async (query, total) => {
    const { body } = await rest(`GET /monitors/1/heartbeat?${query}`)
    expect([body.total, body.data.length]).toEqual([total, total])
  })

  it('returns pages', async () => {
    const { body } = await rest('GET /monitors/1/heartbeat?limit=2&page=2')
    expect(times(body)).toEqual(['2026-11-15T07:00:00Z', '2026-11-12T09:00:00Z'])
    expect(body.meta).toEqual({ page: 2, per_page: 2, total: 5, total_pages: 3 })
  })

  it.each([
    ['period=yesterday', 'period', 'must be one of: 24h, 7d, 30d, or two times'],
    ['period=2026-11-15/2026-11-01', 'period', 'must be one of'],
    ['since=lately', 'since', 'ISO 8601'],
    ['status=tired', 'status', 'must be one of: first, up, pending, down'],
    ['limit=0', 'limit', 'from 1 to 5000'],
  ])('rejects %s', async (query, field, reason) => {
    const { status, body } = await rest(`GET /monitors/1/heartbeat?${query}`)
    expect(status).toBe(400)
    expect(body.data.params[field]).toContain(reason)
  })
})

it('returns none for a site without checks', async () => {
  expect((await rest('GET /monitors/2/heartbeat')).body).toMatchObject({ success: 1, total: 0, data: [] })
  expect((await rest('GET /monitors/3/heartbeat')).status).toBe(404)
  expect((await rest('GET /monitors/2/heartbeat', undefined, fixture.people.keys.limited.headers)).status).toBe(404)
})
