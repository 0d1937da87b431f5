import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { recordPause } from '../record-beats.ts'
import { seedChecks } from '../testing/seed-history.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

// It is 2026-11-15T09:00:00Z.
beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await seedChecks(fixture.service, 1, [
    ['3d', 'bad'],
    ['71h', 'bad'],
    ['70h', 'good'],
    ['10m', 'bad'],
    ['9m', 'bad'],
  ])
})

it('lists when the site was down, how long and why, newest first', async () => {
  const { body } = await rest('GET /monitors/1/incidents')
  expect(body).toMatchObject({ success: 1, total: 2 })
  const why = { cause: 'The site answered 500; expected 200-206.', cause_code: 'status', down_count: 2 }
  expect(body.data).toEqual([
    {
      id: 2,
      status: 'down',
      started_at: '2026-11-15 08:50:00',
      ended_at: null,
      ended_by: null,
      duration_sec: 600,
      downtime_sec: 600,
      resolved: false,
      alarm: 'sent',
      ...why,
    },
    {
      id: 1,
      status: 'resolved',
      started_at: '2026-11-12 09:00:00',
      ended_at: '2026-11-12 11:00:00',
      ended_by: 'up',
      duration_sec: 7200,
      downtime_sec: 120,
      resolved: true,
      alarm: 'sent',
      ...why,
    },
  ])
})

it('says of an incident that a pause interrupted that its end is not known', async () => {
  const { db, clock } = fixture.service
  await recordPause(db, [1], clock.now())
  const { body } = await rest('GET /monitors/1/incidents')
  expect(body.data[0]).toMatchObject({ id: 2, ended_at: '2026-11-15 09:00:00', ended_by: 'paused' })
})

it('returns pages', async () => {
  const { body } = await rest('GET /monitors/site-1.example/incidents?per_page=1&page=2')
  expect(body).toMatchObject({ total: 2, page: 2, per_page: 1, pages: 2, data: [{ id: 1 }] })
})

it('returns none for a site that was never down and 404 for an unknown one', async () => {
  expect((await rest('GET /monitors/2/incidents')).body).toMatchObject({ total: 0, data: [] })
  expect((await rest('GET /monitors/7/incidents')).status).toBe(404)
  expect((await rest('GET /monitors/2/incidents', undefined, fixture.people.keys.limited.headers)).status).toBe(404)
})
