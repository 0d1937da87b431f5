import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { auditScene } from '../testing/audit-scene.ts'

const scene = auditScene()
const hour = 3_600_000
const run = async () => (await scene.service.app.run('audit-due-sites', {})).output as { queued: number }
const finishJobs = () => scene.service.db.updateTable('jobs').set({ status: 'completed' }).execute()
const audited = async () =>
  (await scene.service.db.selectFrom('job_targets').select('site_id').orderBy('site_id').execute()).map(
    (row) => row.site_id,
  )

it('audits every site once a week, spread evenly, also in a new fleet', async () => {
  await seedSites(scene.service.db, 84)
  expect(await run()).toEqual({ queued: 0, job_id: null })
  const perHour: number[] = []
  for (let passed = 0; passed < 7 * 24; passed++) {
    scene.service.clock.advance(hour)
    perHour.push((await run()).queued)
    await finishJobs()
  }
  expect(perHour.reduce((sum, count) => sum + count)).toBe(84)
  expect(Math.max(...perHour)).toBeLessThanOrEqual(3)
  expect(await audited()).toEqual(Array.from({ length: 84 }, (_, index) => index + 1))
})

it('queues no more than one batch, and none while the last one is running', async () => {
  await seedSites(scene.service.db, 50)
  await run()
  scene.service.clock.advance(7 * 24 * hour)
  expect((await run()).queued).toBe(20)
  expect((await run()).queued).toBe(0)
  await finishJobs()
  expect((await run()).queued).toBe(20)
})

it('skips suspended sites', async () => {
  await seedSites(scene.service.db, 2, (number) => (number === 2 ? { suspended_by: 'hand' } : {}))
  await run()
  scene.service.clock.advance(7 * 24 * hour)
  await run()
  expect(await audited()).toEqual([1])
})

it('does nothing while the module is off', async () => {
  await scene.rest('PUT /modules/perf-audit', { active: false })
  await expect(run()).rejects.toMatchObject({ code: 'svc_module_not_available' })
})

it('reports in a dry run how many are due', async () => {
  await seedSites(scene.service.db, 3)
  await run()
  scene.service.clock.advance(7 * 24 * hour)
  const { output } = await scene.service.app.run('audit-due-sites', { dry_run: true })
  expect(output).toMatchObject({ dry_run: true, count: 3 })
  expect(await audited()).toEqual([])
})
