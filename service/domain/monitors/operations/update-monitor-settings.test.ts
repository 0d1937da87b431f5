import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const put = (payload: object, ref: number | string = 1) => rest(`PUT /monitors/${ref}/settings`, payload)

beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
})

it('changes the sent fields and keeps the rest', async () => {
  const { body } = await put({ active: 'useglobal', interval: '5m', timeout: '30000', type: 'http', method: 'get' })
  expect(body).toMatchObject({
    success: 1,
    message: 'Monitor settings updated.',
    data: { monitor_id: 1, active: 'useglobal', interval: '5m', timeout: '30000', type: 'http', method: 'get' },
  })
  const patched = await rest('PATCH /monitors/site-1.example/settings', {
    maxretries: 3,
    expected_status: '200-299,301',
  })
  expect(patched.body.data).toMatchObject({
    interval: '5m',
    method: 'get',
    maxretries: 3,
    expected_status: '200-299,301',
    effective: { interval: '5m', maxretries: 3 },
  })
})

describe('every spelling of', () => {
  it.each([
    ['active', '1', true],
    ['active', '0', false],
    ['active', true, true],
    ['active', 0, false],
    ['active', -1, 'useglobal'],
    ['active', null, 'useglobal'],
    ['interval', 5, '5m'],
    ['interval', '5', '5m'],
    ['interval', '30s', '30s'],
    ['interval', '90s', '90s'],
    ['interval', '1h', '1h'],
    ['interval', 'useglobal', 'useglobal'],
    ['timeout', 5000, '5000'],
    ['timeout', '5000', '5000'],
    ['timeout', '30000', '30000'],
    ['timeout', '30s', '30000'],
    ['timeout', '1500ms', '1500'],
    ['timeout', '2min', '120000'],
    ['timeout', 'No limit', '5400000'],
    ['maxretries', '2', 2],
    ['maxretries', -1, 'useglobal'],
    ['method', 'push', 'put'],
    ['method', 'useglobal', 'useglobal'],
    ['expected_status', [200, '301-302'], '200,301-302'],
    ['expected_status', '200,201', '200-201'],
    ['expected_status', 'useglobal', 'useglobal'],
    ['keyword', 'Hafen', 'Hafen'],
    ['keyword', '', ''],
    ['keyword', 'useglobal', 'useglobal'],
    ['keyword', null, 'useglobal'],
    ['monitoring_emails', 'a@example.com,b@example.com', ['a@example.com', 'b@example.com']],
    ['monitoring_emails', '', []],
  ])('%s: %j is %j', async (field, given, shown) => {
    const { status, body } = await put({ [field]: given })
    expect([status, body.data[field]]).toEqual([200, shown])
    expect((await rest('GET /monitors/1/settings')).body.data[field]).toEqual(shown)
  })
})

describe('rejects and lists the allowed values for', () => {
  it.each([
    ['active', 'maybe', 'true or false or useglobal'],
    ['interval', '10s', 'from 30s to 24h'],
    ['interval', 'soon', 'from 30s to 24h'],
    ['interval', 0, 'from 30s to 24h'],
    ['timeout', '0', 'from 1000 (milliseconds)'],
    ['timeout', '500', 'from 1000 (milliseconds)'],
    ['timeout', 30, 'from 1000 (milliseconds)'],
    ['maxretries', 11, '0 to 10'],
    ['type', 'carrier pigeon', 'http, keyword, ping, useglobal'],
    ['method', 'steal', 'head, get, post, put, patch, delete, push, useglobal'],
    ['expected_status', '99', 'HTTP statuses'],
    ['expected_status', 'fine', 'HTTP statuses'],
    ['monitoring_emails', 'nobody', 'e-mail'],
    ['colour', 'red', 'not a known field'],
  ])('%s: %j', async (field, given, reason) => {
    const { status, body } = await put({ [field]: given })
    expect(status).toBe(400)
    expect(Object.values(body.data.params).join()).toContain(reason)
  })

  it('the type keyword without an own or global keyword', async () => {
    const { status, body } = await put({ type: 'keyword' })
    expect([status, body.data.params.keyword]).toEqual([400, expect.stringContaining('is required')])
    await rest('PUT /monitors/settings', { keyword: 'Willkommen' })
    expect((await put({ type: 'keyword' })).body.data.effective.keyword).toBe('Willkommen')
  })
})

it('shows the result in a dry run and changes nothing', async () => {
  const { body } = await put({ interval: '30s', dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, monitor_id: 1, would_affect: [{ interval: '30s' }], count: 1 })
  expect((await rest('GET /monitors/1/settings')).body.data.interval).toBe('useglobal')
  expect((await put({ interval: 'useglobal', dry_run: true })).body.data.count).toBe(0)
})

it('requires the permission to change and a visible site', async () => {
  const payload = { active: '1' }
  expect((await put(payload, 9)).status).toBe(404)
  expect((await rest('PUT /monitors/2/settings', payload, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await rest('PUT /monitors/1/settings', payload, fixture.people.keys.limited.headers)).status).toBe(200)
  expect((await rest('PUT /monitors/1/settings', payload, fixture.people.viewer.headers)).status).toBe(403)
  expect((await rest('PUT /monitors/1/settings', payload, fixture.people.manager.headers)).status).toBe(200)
})

it('an empty keyword means none for this monitor', async () => {
  await rest('PUT /monitors/settings', { keyword: 'Willkommen' })
  expect((await put({ keyword: '' })).body.data).toMatchObject({ keyword: '', effective: { keyword: '' } })
  const { status, body } = await put({ type: 'keyword' })
  expect([status, body.data.params.keyword]).toEqual([400, expect.stringContaining('is required')])
  expect((await put({ keyword: 'useglobal' })).body.data.effective.keyword).toBe('Willkommen')
})
