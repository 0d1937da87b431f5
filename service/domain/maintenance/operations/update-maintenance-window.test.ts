import { describe, expect, it } from 'vitest'
import { setUpMaintenance } from '../testing/set-up-maintenance.ts'

const fixture = setUpMaintenance()
const update = (fields: object, headers?: Record<string, string>) =>
  fixture.rest('PUT /maintenance/1/edit', fields, headers)
const periods = async () =>
  (await fixture.service.db.selectFrom('maintenance_periods').selectAll().orderBy('starts_at').execute()).map(
    ({ starts_at, ends_at, title }) => [
      starts_at.toISOString().slice(0, 16),
      ends_at.toISOString().slice(0, 16),
      title,
    ],
  )

describe('a window that takes place once', () => {
  it('is extended while it lasts', async () => {
    await fixture.add()
    fixture.service.clock.advance(30 * 60_000)
    expect((await update({ ends_at: '2026-11-15T12:00:00Z', title: 'Longer move' })).status).toBe(200)
    expect(await periods()).toEqual([['2026-11-15T09:00', '2026-11-15T12:00', 'Longer move']])
  })

  it('moves with its period', async () => {
    await fixture.add({ starts_at: fixture.inMinutes(60), ends_at: fixture.inMinutes(120) })
    await update({ starts_at: '2026-11-16T01:00:00Z', ends_at: '2026-11-16T02:00:00Z' })
    expect(await periods()).toEqual([['2026-11-16T01:00', '2026-11-16T02:00', 'Move to a new server']])
  })

  it('ends now when it is moved while it lasts', async () => {
    await fixture.add()
    fixture.service.clock.advance(30 * 60_000)
    await update({ starts_at: '2026-11-16T01:00:00Z', ends_at: '2026-11-16T02:00:00Z' })
    expect((await periods()).map(([from, to]) => [from, to])).toEqual([
      ['2026-11-15T09:00', '2026-11-15T09:30'],
      ['2026-11-16T01:00', '2026-11-16T02:00'],
    ])
  })

  it('changes its title and note without its times', async () => {
    await fixture.add()
    expect((await update({ note: 'Almost done.' })).body.data).toMatchObject({
      note: 'Almost done.',
      ends_at: '2026-11-15T10:00:00Z',
    })
  })
})

it('changes the future periods of a weekly window and keeps the past ones', async () => {
  await fixture.add({ ends_at: undefined, weekdays: [1], start_time: '03:00', duration_minutes: 60, time_zone: 'UTC' })
  fixture.service.clock.advance(2 * 86_400_000)
  await update({ start_time: '05:00' })
  expect((await periods()).map(([from]) => from)).toEqual(['2026-11-16T03:00', '2026-11-23T05:00', '2026-11-30T05:00'])
})

it.each([[{ ends_at: '2026-11-15T08:00:00Z' }], [{ title: '' }], [{ starts_at: '2026-11-01T08:00:00Z' }]])(
  'returns 400 for %j',
  async (fields) => {
    await fixture.add()
    expect((await update(fields)).status).toBe(400)
  },
)

it('returns 404 for an unknown window and one beyond the limits, and 403 for one of the whole fleet', async () => {
  const { headers } = fixture.people.keys.limited
  const unknown = await update({ title: 'x' }, headers)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'svc_maintenance_not_found'])
  await fixture.add({ site_id: 3 })
  expect((await update({ title: 'x' }, headers)).status).toBe(404)
  await fixture.add()
  expect((await fixture.rest('PUT /maintenance/2/edit', { title: 'x' }, headers)).status).toBe(403)
})
