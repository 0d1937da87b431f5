import { describe, expect, it } from 'vitest'
import { listSitesInMaintenance } from '../index.ts'
import { setUpMaintenance } from '../testing/set-up-maintenance.ts'

const fixture = setUpMaintenance()
const inMaintenance = async () => {
  const { db, clock } = fixture.service
  return [...(await listSitesInMaintenance(db, [1, 2, 3, 4], clock.now())).keys()].sort()
}

describe('a window that takes place once', () => {
  it('begins now by default and ends at its end', async () => {
    const { status, body } = await fixture.add({ note: 'The shop is closed meanwhile.' })
    expect([status, body]).toEqual([
      200,
      {
        success: 1,
        message: 'Maintenance window added.',
        data: {
          id: 1,
          title: 'Move to a new server',
          note: 'The shop is closed meanwhile.',
          scope: 'fleet',
          site_id: null,
          tag_id: null,
          client_id: null,
          scope_name: null,
          repeats: 'once',
          starts_at: '2026-11-15T09:00:00Z',
          ends_at: '2026-11-15T10:00:00Z',
          weekdays: null,
          start_time: null,
          duration_minutes: null,
          time_zone: null,
          last_day: null,
          created_by: expect.any(String),
          created_at: '2026-11-15T09:00:00Z',
        },
      },
    ])
    expect(await inMaintenance()).toEqual([1, 2, 3, 4])
    fixture.service.clock.advance(3_600_000)
    expect(await inMaintenance()).toEqual([])
  })

  it.each([
    [{ site_id: 2 }, 'site', 'Site 2', [2]],
    [{ tag_id: 1 }, 'tag', 'Boats', [1, 3]],
    [{ client_id: 1 }, 'client', 'Harbour', [1, 2]],
  ])('covers the sites of %j', async (scope, name, scope_name, sites) => {
    expect((await fixture.add(scope)).body.data).toMatchObject({ ...scope, scope: name, scope_name })
    expect(await inMaintenance()).toEqual(sites)
  })
})

it('plans a weekly window 14 days ahead, in the time zone of the settings', async () => {
  await fixture.rest('PUT /settings/general/edit', { timezone_string: 'Europe/Berlin' })
  const { body } = await fixture.add({
    ends_at: undefined,
    weekdays: [4, 2, 4],
    start_time: '22:00',
    duration_minutes: 90,
  })
  expect(body.data).toMatchObject({ repeats: 'weekly', weekdays: [2, 4], time_zone: 'Europe/Berlin', starts_at: null })
  const periods = await fixture.rest('GET /maintenance/periods?when=upcoming')
  expect(periods.body.data.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual([
    '2026-11-17T21:00:00Z',
    '2026-11-19T21:00:00Z',
    '2026-11-24T21:00:00Z',
    '2026-11-26T21:00:00Z',
  ])
})

it.each([
  [{ title: '' }, 'title'],
  [{ title: 'two\nlines' }, 'title'],
  [{ ends_at: undefined }, 'ends_at'],
  [{ ends_at: '2026-11-15T08:00:00Z' }, 'ends_at'],
  [{ ends_at: '2027-02-15T08:00:00Z' }, 'ends_at'],
  [{ ends_at: 'tomorrow' }, 'ends_at'],
  [{ starts_at: '2026-11-14T09:00:00Z' }, 'starts_at'],
  [{ weekdays: [2], start_time: '22:00', duration_minutes: 60 }, 'starts_at'],
  [{ ends_at: undefined, weekdays: [0], start_time: '22:00', duration_minutes: 60 }, 'weekdays[0]'],
  [{ ends_at: undefined, weekdays: [2], duration_minutes: 60 }, 'start_time'],
  [{ ends_at: undefined, weekdays: [2], start_time: '25:00', duration_minutes: 60 }, 'start_time'],
  [{ ends_at: undefined, weekdays: [2], start_time: '22:00' }, 'duration_minutes'],
  [
    { ends_at: undefined, weekdays: [2], start_time: '22:00', duration_minutes: 60, time_zone: 'Mars/Base' },
    'time_zone',
  ],
  [{ ends_at: undefined, weekdays: [2], start_time: '22:00', duration_minutes: 60, last_day: 'soon' }, 'last_day'],
  [{ site_id: 1, tag_id: 1 }, 'tag_id'],
  [{ site_id: 99 }, 'site_id'],
  [{ all_sites: undefined }, 'site_id'],
  [{ all_sites: true, tag_id: 1 }, 'all_sites'],
  [{ tag_id: 99 }, 'tag_id'],
])('returns 400 for %j', async (fields, field) => {
  const { status, body } = await fixture.add(fields)
  expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
})

it('adds nothing in a dry run', async () => {
  expect((await fixture.add({ dry_run: true })).body.data.would_affect).toMatchObject([
    { title: 'Move to a new server' },
  ])
  expect((await fixture.rest('GET /maintenance')).body.total).toBe(0)
})

describe('a caller with limits', () => {
  it('adds windows of single visible sites only', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await fixture.add({ site_id: 1 }, headers)).status).toBe(200)
    for (const scope of [{}, { tag_id: 2 }, { client_id: 1 }])
      expect((await fixture.add(scope, headers)).status).toBe(403)
    const unknown = await fixture.add({ site_id: 99 }, headers)
    const invisible = await fixture.add({ site_id: 3 }, headers)
    expect([invisible.status, invisible.body.message]).toEqual([400, unknown.body.message])
  })

  it('needs the permission to manage monitors', async () => {
    expect((await fixture.add({}, fixture.people.viewer.headers)).status).toBe(403)
  })
})
