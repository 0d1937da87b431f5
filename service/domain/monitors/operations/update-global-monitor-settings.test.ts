import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const put = (payload: object, headers?: Record<string, string>) => rest('PUT /monitors/settings', payload, headers)
const monitoring = async () => (await rest('GET /settings/monitoring')).body.data

it('changes the settings of the monitoring group under their monitor names', async () => {
  const { body } = await put({
    active: true,
    interval: '1h',
    timeout: '5000',
    maxretries: 7,
    type: 'ping',
    method: 'put',
    expected_status: '200-206,301',
    keyword: 'Hafen',
  })
  expect(body).toMatchObject({
    success: 1,
    message: 'Monitor settings updated.',
    data: {
      active: true,
      interval: '1h',
      timeout: '5000',
      maxretries: 7,
      type: 'ping',
      method: 'put',
      expected_status: '200-206,301',
      keyword: 'Hafen',
    },
  })
  expect(await monitoring()).toMatchObject({
    svc_uptime_monitoring_active: 1,
    svc_uptime_monitoring_interval: 60,
    svc_uptime_monitoring_timeout: '5s',
    svc_uptime_monitoring_down_confirmation_check: 7,
    svc_uptime_monitoring_type: 'ping',
    svc_uptime_monitoring_method: 'push',
    svc_uptime_monitoring_up_status_codes: [200, 201, 202, 203, 204, 205, 206, 301],
    svc_uptime_monitoring_keyword: 'Hafen',
  })
})

it('follows changes of the monitoring group', async () => {
  await rest('PUT /settings/monitoring/edit', { svc_uptime_monitoring_active: 1, svc_uptime_monitoring_interval: 10 })
  expect((await rest('GET /monitors/settings')).body.data).toMatchObject({ active: true, interval: '10m' })
})

it('has the interval in whole minutes, and a finer one in seconds', async () => {
  await put({ interval: '90s' })
  expect(await monitoring()).toMatchObject({
    svc_uptime_monitoring_interval: 2,
    svc_uptime_monitoring_interval_seconds: 90,
  })
  expect((await rest('GET /monitors/settings')).body.data.interval).toBe('90s')
  await put({ interval: '5m' })
  expect(await monitoring()).toMatchObject({
    svc_uptime_monitoring_interval: 5,
    svc_uptime_monitoring_interval_seconds: 0,
  })
})

it('keeps omitted fields and resets null to the default', async () => {
  await put({ active: true, interval: '1h' })
  expect((await put({ interval: null })).body.data).toMatchObject({ active: true, interval: '5m' })
})

describe('rejects and lists the allowed values for', () => {
  it('the type keyword without a keyword, also in a dry run', async () => {
    for (const more of [{}, { dry_run: true }]) {
      const { status, body } = await put({ type: 'keyword', ...more })
      expect([status, body.data.params]).toEqual([400, { keyword: expect.stringContaining('is required') }])
    }
  })

  it.each([
    ['interval', '10s', 'from 30s to 24h'],
    ['timeout', '500', 'from 1000 (milliseconds)'],
    ['maxretries', 11, '0 to 10'],
    ['type', 'useglobal', 'http, keyword, ping'],
    ['expected_status', '200-299', '200-206'],
    ['active', 'useglobal', 'true or false'],
  ])('%s: %j', async (field, given, reason) => {
    const { status, body } = await put({ [field]: given })
    expect([status, body.data.params[field]]).toEqual([400, expect.stringContaining(reason)])
  })
})

it('lists the changes in a dry run', async () => {
  const { body } = await put({ active: true, dry_run: true })
  expect(body.data).toMatchObject({ dry_run: true, count: 1 })
  expect((await rest('GET /monitors/settings')).body.data.active).toBe(false)
})

it('requires an administrator', async () => {
  expect((await put({ active: true }, fixture.people.manager.headers)).status).toBe(403)
  expect((await put({ active: true }, fixture.people.keys.limited.headers)).status).toBe(403)
})
