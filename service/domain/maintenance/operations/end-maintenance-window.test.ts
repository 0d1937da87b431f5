import { expect, it } from 'vitest'
import { setUpMaintenance } from '../testing/set-up-maintenance.ts'

const fixture = setUpMaintenance()
const end = (id = 1, headers?: Record<string, string>) => fixture.rest(`POST /maintenance/${id}/end`, {}, headers)
const current = async () => (await fixture.rest('GET /maintenance/periods')).body.total

it('ends the maintenance that takes place now', async () => {
  await fixture.add()
  fixture.service.clock.advance(60_000)
  expect((await end()).body.data).toEqual({ id: 1, ended: true })
  expect(await current()).toBe(0)
  expect((await fixture.rest('GET /maintenance?ended=true')).body.data).toMatchObject([
    { ends_at: '2026-11-15T09:01:00Z' },
  ])
  expect((await end()).body.data).toEqual({ id: 1, ended: false })
})

it('continues a weekly window with its next day', async () => {
  await fixture.add({ ends_at: undefined, weekdays: [1], start_time: '03:00', duration_minutes: 60, time_zone: 'UTC' })
  fixture.service.clock.advance(18 * 3_600_000 + 10 * 60_000)
  expect([await current(), (await end()).body.data.ended, await current()]).toEqual([1, true, 0])
  expect((await fixture.rest('GET /maintenance/periods?when=upcoming')).body.data).toMatchObject([
    { starts_at: '2026-11-23T03:00:00Z' },
  ])
})

it('is refused for a window of the fleet to a caller with limits', async () => {
  await fixture.add()
  expect((await end(1, fixture.people.keys.limited.headers)).status).toBe(403)
})
