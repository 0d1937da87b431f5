import { expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('report_deliveries_retention_days: deletes older entries, by default after three years', async () => {
  const { db, clock, app } = fixture.service
  const { id } = (await rest('POST /clients/add', { name: 'Acme' })).body.data
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  for (const days of [10, 100, 1094, 1097])
    await db.pool.query(
      `insert into report_deliveries (client_id, due_on, period, recipients, state, begun_at)
       values ($1, $2::timestamptz::date, '2026-10', '{}', 'sent', $2::timestamptz)`,
      [id, before(days)],
    )
  expect(await app.deleteOldRows()).toEqual({ report_deliveries: 1 })
  await rest('PUT /settings/advanced/edit', { report_deliveries_retention_days: 0 })
  expect(await app.deleteOldRows()).toEqual({})
  await rest('PUT /settings/advanced/edit', { report_deliveries_retention_days: 90 })
  expect(await app.deleteOldRows()).toEqual({ report_deliveries: 2 })
})
