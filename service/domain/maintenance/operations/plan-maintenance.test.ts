import { expect, it } from 'vitest'
import { setUpMaintenance } from '../testing/set-up-maintenance.ts'

const fixture = setUpMaintenance()
const plan = async () => (await fixture.service.app.run('plan-maintenance', {})).output
const starts = async () =>
  (await fixture.service.db.selectFrom('maintenance_periods').select('starts_at').orderBy('starts_at').execute()).map(
    ({ starts_at }) => starts_at.toISOString().slice(0, 10),
  )

it('stores the periods of the next 14 days once, also from two processes', async () => {
  await fixture.add({ ends_at: undefined, weekdays: [1], start_time: '03:00', duration_minutes: 60, time_zone: 'UTC' })
  expect([await plan(), await starts()]).toEqual([{ periods: 0 }, ['2026-11-16', '2026-11-23']])
  fixture.service.clock.advance(7 * 86_400_000)
  const planned = await Promise.all([plan(), plan()])
  expect(planned).toContainEqual({ periods: 1 })
  expect(await starts()).toEqual(['2026-11-16', '2026-11-23', '2026-11-30'])
})

it('also stores periods of a time in which the service did not run', async () => {
  await fixture.add({ ends_at: undefined, weekdays: [1], start_time: '03:00', duration_minutes: 60, time_zone: 'UTC' })
  fixture.service.clock.advance(40 * 86_400_000)
  await plan()
  expect(await starts()).toEqual([
    ...['2026-11-16', '2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04'],
  ])
})
