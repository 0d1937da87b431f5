import { describe, expect, it } from 'vitest'
import { hour, setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const read = async (id: number) => (await fixture.rest(`GET /time-tracker/buckets/${id}`)).body.data

describe('the balance of a bucket', () => {
  it('subtracts its tasks, including running timers, and may be negative', async () => {
    const { id: bucket_id } = await fixture.bucket({ hours: 3 })
    await fixture.task({ bucket_id, duration: '1:30' })
    const { id } = await fixture.task({ bucket_id })
    await fixture.task({ duration: '5:00' })
    await fixture.move(id, 'start')
    fixture.pass(hour)
    expect(await read(bucket_id)).toMatchObject({
      used_duration: 9_000,
      remaining_duration: 1_800,
      remaining_hours: 0.5,
    })
    fixture.pass(hour)
    expect(await read(bucket_id)).toMatchObject({ remaining_duration: -1_800, remaining_hours: -0.5 })
  })

  it('counts rounded time, as billed', async () => {
    await fixture.rest('PUT /time-tracker/settings/edit', {
      rounding: true,
      rounding_direction: 'up',
      rounding_minutes: 30,
    })
    const { id: bucket_id } = await fixture.bucket({ hours: 3 })
    await fixture.task({ bucket_id, duration: 60 })
    await fixture.task({ bucket_id, duration: 60 })
    expect(await read(bucket_id)).toMatchObject({ used_duration: 3_600 })
  })

  it('resets in the next period and counts each task in the period of its date', async () => {
    const { id: bucket_id } = await fixture.bucket({ hours: 3, recurrence: 'monthly', start_date: '2026-10-20' })
    await fixture.task({ bucket_id, date: '2026-10-19', duration: '0:10' })
    await fixture.task({ bucket_id, date: '2026-10-20', duration: '1:00' })
    await fixture.task({ bucket_id, date: '2026-11-19', duration: '0:30' })
    await fixture.task({ bucket_id, date: '2026-11-20', duration: '2:00' })
    expect(await read(bucket_id)).toMatchObject({
      period: { from: '2026-10-20', until: '2026-11-20' },
      next_reset: '2026-11-20',
      used_duration: 5_400,
    })
    fixture.pass(5 * 24 * hour)
    expect(await read(bucket_id)).toMatchObject({ next_reset: '2026-12-20', used_duration: 7_200 })
  })

  it('counts all tasks without a recurrence', async () => {
    const { id: bucket_id } = await fixture.bucket({ hours: 3 })
    await fixture.task({ bucket_id, date: '2020-01-01', duration: '1:00' })
    await fixture.task({ bucket_id, date: '2030-01-01', duration: '1:00' })
    expect(await read(bucket_id)).toMatchObject({ used_duration: 7_200, period: { from: null, until: null } })
  })
})

it('returns 404 for an unknown id or one outside the limits of a key', async () => {
  const { headers } = fixture.people.keys.limited
  const [own, others, all] = [
    await fixture.bucket({ clients: [1, 2] }),
    await fixture.bucket({ clients: [2] }),
    await fixture.bucket(),
  ]
  const get = (id: number) => fixture.rest(`GET /time-tracker/buckets/${id}`, undefined, headers)
  expect((await get(own.id)).body.data.clients).toEqual([{ id: 1, name: 'Acme' }])
  expect((await get(others.id)).status).toBe(404)
  expect((await get(all.id)).status).toBe(404)
  expect((await fixture.rest('GET /time-tracker/buckets/99')).body.code).toBe('svc_time_bucket_not_found')
})
