import { beforeEach, expect, it } from 'vitest'
import { seedChanges } from './domain/reports/testing/seed-changes.ts'
import { callers } from './testing/callers.ts'
import { setUpService } from './testing/people.ts'
import { seedFleet } from './testing/seed-fleet.ts'

const scene = setUpService()
const { rest } = callers(scene)

// In Apia (UTC+13) it is 16 November, 01:00; in UTC it is 15 November, 12:00.
beforeEach(async () => {
  await seedFleet(scene.service.db)
  await rest('PUT /settings/general/edit', { timezone_string: 'Pacific/Apia' })
  scene.service.clock.advance(3 * 3_600_000)
})

it('costs are due by the day in the configured time zone', async () => {
  const cost = { name: 'Mail', price: 1, renewal_type: 'monthly', sites: [1], last_renewal: '2026-10-16' }
  await rest('POST /costs/add', cost)
  const { body } = await rest('GET /costs/renewals')
  expect(body.from).toBe('2026-11-16')
  expect(body.data[0]).toMatchObject({ due: '2026-11-16', days_left: 0 })
})

it('the overview counts by the day in the configured time zone', async () => {
  expect((await scene.service.app.run('keep-fleet-day', {})).output).toEqual({ day: '2026-11-16' })
  const { output } = await scene.service.app.run('get-overview-history', { days: 1 })
  expect(output).toMatchObject({ days: [{ day: '2026-11-16' }] })
})

it('the time tracker uses the same day', async () => {
  const { body } = await rest('POST /time-tracker/tasks/add', { title: 'Call' })
  expect(body.data.date).toBe('2026-11-16')
})

it('a report contains the days of the configured time zone', async () => {
  const change = { site: 1, type: 'plugin', description: 'Plugin updated' }
  await seedChanges(scene.service.db, [
    { ...change, at: '2026-10-31T10:59:59Z', item: 'Last moment of October' },
    { ...change, at: '2026-10-31T11:00:00Z', item: 'First moment of November' },
    { ...change, at: '2026-11-01T10:59:59Z', item: 'Last moment of the day' },
    { ...change, at: '2026-11-01T11:00:00Z', item: 'The next day' },
  ])
  const { body } = await rest('GET /pro-reports/1/plugins?start_date=2026-11-01&end_date=2026-11-01')
  expect(body.data.period).toEqual({ start_date: '2026-11-01', end_date: '2026-11-01', days: 1 })
  expect(body.data.rows.map((row: { name: string }) => row.name)).toEqual([
    'Last moment of the day',
    'First moment of November',
  ])
  const page = await rest('GET /pro-reports/1/plugins?start_date=2026-11-01&end_date=2026-11-01&format=html')
  expect(page.text).toContain('November 1, 2026, 23:59')
})

it('a scheduled report is due on the day in the configured time zone', async () => {
  const { body } = await rest('PUT /clients/1/report/schedule', { day_of_month: 16 })
  expect(body.data.next_on).toBe('2026-12-16')
  await scene.service.db.updateTable('report_schedules').set({ next_on: '2026-11-16' }).execute()
  const { output } = await scene.service.app.run('send-due-reports', {})
  // Without a mail server it cannot be sent.
  expect(output).toEqual({ sent: 0, failed: 1 })
  const delivery = await scene.service.db.selectFrom('report_deliveries').select(['due_on', 'period']).execute()
  expect(delivery).toEqual([{ due_on: '2026-11-16', period: '2026-10' }])
})
