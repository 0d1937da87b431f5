import { describe, expect, it } from 'vitest'
import type { Settings } from '../../operation/settings.ts'
import { setUpService } from '../../testing/people.ts'
import { readSettings } from './change-settings.ts'
import { minutesBetweenSyncs, monitoringDefaults } from './derived-settings.ts'
import { monitoring } from './groups/monitoring.ts'

const fixture = setUpService()
const now = async () => {
  const values = await readSettings(fixture.service.db, monitoring)
  return monitoringDefaults({ get: () => values as never, refresh: async () => {} })
}

describe('monitoringDefaults', () => {
  it('returns intervals and timeouts as numbers', async () => {
    expect(await now()).toEqual({
      active: false,
      type: 'http',
      intervalSeconds: 300,
      timeoutMs: 60_000,
      method: 'head',
      expectedStatus: [200, 201, 202, 203, 204, 205, 206],
      retries: 1,
      keyword: '',
      retentionDays: 180,
    })
  })

  it('returns the stored settings', async () => {
    await fixture.service.app.run('update-monitoring-settings', {
      svc_uptime_monitoring_active: true,
      svc_uptime_monitoring_type: 'keyword',
      svc_uptime_monitoring_keyword: 'Welcome',
      svc_uptime_monitoring_interval_seconds: 30,
      svc_uptime_monitoring_timeout: '90min',
      svc_uptime_monitoring_method: 'get',
      svc_uptime_monitoring_up_status_codes: [200, 404],
      svc_uptime_monitoring_down_confirmation_check: 0,
      svc_uptime_monitoring_retention_days: 7,
    })
    expect(await now()).toEqual({
      active: true,
      type: 'keyword',
      intervalSeconds: 30,
      timeoutMs: 5_400_000,
      method: 'get',
      expectedStatus: [200, 404],
      retries: 0,
      keyword: 'Welcome',
      retentionDays: 7,
    })
  })
})

it.each([
  [1, 1440],
  [2, 720],
  [12, 120],
])('%i syncs a day are %i minutes apart', (frequency_daily_update, minutes) => {
  const settings = { get: () => ({ frequency_daily_update }) } as unknown as Settings
  expect(minutesBetweenSyncs(settings)).toBe(minutes)
})
