import { expect, it } from 'vitest'
import { setUpMaintenance } from '../testing/set-up-maintenance.ts'

const fixture = setUpMaintenance()
const remove = (headers?: Record<string, string>) => fixture.rest('DELETE /maintenance/1/delete', undefined, headers)

it('ends what takes place, removes what is planned and keeps the past', async () => {
  await fixture.add({
    ends_at: undefined,
    weekdays: [1, 2],
    start_time: '03:00',
    duration_minutes: 60,
    time_zone: 'UTC',
  })
  // Tuesday, 03:30.
  fixture.service.clock.advance(42.5 * 3_600_000)
  expect((await remove()).body.data).toEqual({ deleted: true, id: 1, title: 'Move to a new server' })
  const rows = await fixture.service.db.selectFrom('maintenance_periods').selectAll().orderBy('starts_at').execute()
  expect(rows.map(({ window_id, ends_at }) => [window_id, ends_at.toISOString().slice(0, 16)])).toEqual([
    [null, '2026-11-16T04:00'],
    [null, '2026-11-17T03:30'],
  ])
  expect((await remove()).status).toBe(404)
})

it('is refused for a window of the fleet to a caller with limits', async () => {
  await fixture.add()
  expect((await remove(fixture.people.keys.limited.headers)).status).toBe(403)
})
