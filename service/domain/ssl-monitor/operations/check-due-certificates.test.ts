import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const hour = 3_600_000
const run = async () => (await fixture.service.app.run('check-due-certificates', {})).output as { queued: number }
const targets = () => fixture.service.db.selectFrom('job_targets').select('site_id').orderBy('site_id').execute()

it('checks every site once at the start, then once a day, each at its own time', async () => {
  await seedSites(fixture.service.db, 48)
  expect(await run()).toEqual({ queued: 48, job_id: '1' })
  expect(await run()).toEqual({ queued: 0, job_id: null })
  const perHour: number[] = []
  for (let passed = 0; passed < 24; passed++) {
    fixture.service.clock.advance(hour)
    perHour.push((await run()).queued)
  }
  expect(perHour.reduce((sum, count) => sum + count)).toBe(48)
  expect(Math.max(...perHour)).toBeLessThanOrEqual(4)
})

it('skips suspended sites and checks them again later', async () => {
  await seedSites(fixture.service.db, 2, (number) => (number === 2 ? { suspended_by: 'hand' } : {}))
  await run()
  expect(await targets()).toEqual([{ site_id: 1 }])
  await fixture.service.db.updateTable('sites').set({ suspended_by: 'none' }).execute()
  fixture.service.clock.advance(24 * hour)
  expect((await run()).queued).toBe(2)
})

it('checks a site at once when its address changed', async () => {
  const [site] = await seedSites(fixture.service.db, 1, { url: 'http://one.test/' })
  await run()
  await fixture.service.app.run('check-site-certificate', { site_id_or_domain: site!.id })
  expect((await run()).queued).toBe(0)
  const moved = { url: 'http://two.test/', identity: 'two.test' }
  await fixture.service.db.updateTable('sites').set(moved).execute()
  expect((await run()).queued).toBe(1)
  expect((await run()).queued).toBe(0)
})

it('never gives two workers the same site', async () => {
  await seedSites(fixture.service.db, 40)
  await Promise.all([run(), run(), run()])
  expect((await targets()).map(({ site_id }) => site_id)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
})

it('reports in a dry run how many are due', async () => {
  await seedSites(fixture.service.db, 3)
  const { output } = await fixture.service.app.run('check-due-certificates', { dry_run: true })
  expect(output).toMatchObject({ dry_run: true, count: 3 })
  expect(await targets()).toEqual([])
})
