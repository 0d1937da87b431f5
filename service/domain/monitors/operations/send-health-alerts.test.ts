import { expect, it } from 'vitest'
import { features } from '../../../catalogue.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { dataOfEvents, notificationsOf } from '../../../testing/published-events.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const notify = async (input = {}) => (await fixture.service.app.run('send-health-alerts', input)).output
const set = async (values: object) => expect((await rest('PUT /settings/monitoring/edit', values)).status).toBe(200)
const score = (id: number, health_score: number | null) =>
  fixture.service.db.updateTable('sites').set({ health_score }).where('id', '=', id).execute()
const notifiedSites = async () =>
  (await notificationsOf(fixture.service.db)).map(({ kind, site_id, cause }) => `${kind} ${site_id} ${cause}`)

it('reports each site below svc_sitehealth_threshold once, and again after it was good', async () => {
  await seedSites(fixture.service.db, 3)
  await set({ svc_disable_sites_health_monitoring: 0 })
  await score(1, 62)
  await score(2, 85)
  expect(await notify({ dry_run: true })).toMatchObject({ warnings: ['1 sites would be reported.'] })
  expect(await notify()).toEqual({ notifiedSites: 1 })
  expect(await notify()).toEqual({ notifiedSites: 0 })
  expect(await notifiedSites()).toEqual(['health 1 62 of 100'])
  await set({ svc_sitehealth_threshold: 100 })
  expect(await notify()).toEqual({ notifiedSites: 1 })
  expect(await notifiedSites()).toEqual(['health 1 62 of 100', 'health 2 85 of 100'])
  expect(await dataOfEvents(fixture.service.db, 'health.poor')).toEqual([{ score: 62 }, { score: 85 }])
  await set({ svc_sitehealth_threshold: 80 })
  await score(1, 90)
  fixture.service.clock.advance(60_000)
  expect(await notify()).toEqual({ notifiedSites: 0 })
  await score(1, 70)
  expect(await notify()).toEqual({ notifiedSites: 1 })
})

it('reports nothing while svc_disable_sites_health_monitoring is 1, and no suspended sites', async () => {
  await seedSites(fixture.service.db, 1)
  await score(1, 10)
  expect(await notify()).toEqual({ notifiedSites: 0 })
  await set({ svc_disable_sites_health_monitoring: 0 })
  await fixture.service.app.run('suspend-site', { site_id_or_domain: 1 })
  expect(await notify()).toEqual({ notifiedSites: 0 })
  expect(await notifiedSites()).toEqual([])
})

it('runs every ten minutes', () => {
  const schedule = features.find(({ name }) => name === 'monitors')!.schedule!
  expect(schedule).toContainEqual(expect.objectContaining({ cron: '6-59/10 * * * *' }))
})
