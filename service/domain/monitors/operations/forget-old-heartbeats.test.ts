import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChecks } from '../testing/seed-history.ts'

const scene = setUpService()
const { rest } = callers(scene)
const deleteOld = async (input = {}) =>
  (await scene.service.app.run('forget-old-heartbeats', input, { confirmed: true })).output

it('deletes checks after a month, days and incidents after the retention time', async () => {
  await seedSites(scene.service.db, 1)
  await seedChecks(scene.service, 1, [
    ['200d', 'bad'],
    ['199d', 'good'],
    ['100d', 'bad'],
    ['99d', 'good'],
    ['20d', 'bad'],
  ])
  await scene.service.app.run('roll-up-heartbeats', {})
  expect(await deleteOld()).toEqual({ beat_days: 4, days: 2, incidents: 1 })
  expect((await rest('GET /monitors/1/heartbeat?period=2026-01-01/2026-12-01')).body.total).toBe(1)
  // An open incident stays, however old it is.
  expect((await rest('GET /monitors/1/incidents')).body.total).toBe(2)
  await rest('PUT /settings/monitoring/edit', { svc_uptime_monitoring_retention_days: 7 })
  expect(await deleteOld()).toEqual({ beat_days: 1, days: 3, incidents: 1 })
  expect(await deleteOld()).toEqual({ beat_days: 0, days: 0, incidents: 0 })
})

it('deletes nothing in a dry run', async () => {
  expect(await deleteOld({ dry_run: true })).toMatchObject({
    dry_run: true,
    warnings: [expect.stringContaining('180 days')],
  })
})
