import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { seedChecks } from './testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('deletes checks after a month, days and incidents after the retention time', async () => {
  const { db, app } = fixture.service
  await seedSites(db, 1)
  await seedChecks(fixture.service, 1, [
    ['200d', 'bad'],
    ['199d', 'good'],
    ['100d', 'bad'],
    ['99d', 'good'],
    ['20d', 'bad'],
  ])
  await app.run('roll-up-heartbeats', {})
  expect(await app.deleteOldRows()).toMatchObject({ monitor_day_beats: 4, monitor_days: 2, monitor_incidents: 1 })
  expect((await rest('GET /monitors/1/heartbeat?period=2026-01-01/2026-12-01')).body.total).toBe(1)
  // An open incident stays, however old it is.
  expect((await rest('GET /monitors/1/incidents')).body.total).toBe(2)
  await rest('PUT /settings/monitoring/edit', { svc_uptime_monitoring_retention_days: 7 })
  expect(await app.deleteOldRows()).toMatchObject({ monitor_day_beats: 1, monitor_days: 3, monitor_incidents: 1 })
  expect(await app.deleteOldRows()).toEqual({})
})
