import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpAudits } from '../testing/set-up-audits.ts'

const fixture = setUpAudits()
const hour = 3_600_000
const run = async () => (await fixture.service.app.run('audit-due-sites', {})).output as { queued: number }
const finishJobs = () => fixture.service.db.updateTable('jobs').set({ status: 'completed' }).execute()
const audited = async () =>
  (await fixture.service.db.selectFrom('job_targets').select('site_id').orderBy('site_id').execute()).map(
    (row) => row.site_id,
  )

it('audits every site once a week, spread evenly, also in a new fleet', async () => {
  await seedSites(fixture.service.db, 84)
  expect(await run()).toEqual({ queued: 0, job_id: null })
  const perHour: number[] = []
  for (let passed = 0; passed < 7 * 24; passed++) {
    fixture.service.clock.advance(hour)
    perHour.push((await run()).queued)
    await finishJobs()
  }
  expect(perHour.reduce((sum, count) => sum + count)).toBe(84)
  expect(Math.max(...perHour)).toBeLessThanOrEqual(3)
  expect(await audited()).toEqual(Array.from({ length: 84 }, (_, index) => index + 1))
})

it('queues no more than one batch, and none while the last one is running', async () => {
  await seedSites(fixture.service.db, 50)
  await run()
  fixture.service.clock.advance(7 * 24 * hour)
  expect((await run()).queued).toBe(20)
  expect((await run()).queued).toBe(0)
  await finishJobs()
  expect((await run()).queued).toBe(20)
})

it('skips suspended sites', async () => {
  await seedSites(fixture.service.db, 2, (number) => (number === 2 ? { suspended_by: 'hand' } : {}))
  await run()
  fixture.service.clock.advance(7 * 24 * hour)
  await run()
  expect(await audited()).toEqual([1])
})

it('does nothing while the module is off', async () => {
  await fixture.rest('PUT /modules/perf-audit', { active: false })
  await expect(run()).rejects.toMatchObject({ code: 'svc_module_not_available' })
})

it('reports in a dry run how many are due', async () => {
  await seedSites(fixture.service.db, 3)
  await run()
  fixture.service.clock.advance(7 * 24 * hour)
  const { output } = await fixture.service.app.run('audit-due-sites', { dry_run: true })
  expect(output).toMatchObject({ dry_run: true, count: 3 })
  expect(await audited()).toEqual([])
})
