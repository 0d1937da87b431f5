import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedChanges } from '../testing/seed-changes.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const dates = 'start_date=2026-10-01&end_date=2026-10-31'
const at = '2026-10-05T10:00:00Z'
const updated = (site: number) => ({ site, at, type: 'plugin', description: 'Plugin updated', item: `Of site ${site}` })

beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await seedChanges(fixture.service.db, [
    updated(1),
    updated(2),
    { ...updated(2), at: '2026-10-06T10:00:00Z' },
    updated(3),
  ])
})

it('covers all sites of the client and no others', async () => {
  const { body } = await rest(`GET /clients/info%40harbour.example/report?${dates}`)
  expect(body.data).toMatchObject({ subject: 'Harbour', totals: { sites: 2, updates: 3 } })
  expect(body.data.sites.map(({ id, totals }: { id: number; totals: object }) => [id, totals])).toMatchObject([
    [1, { updates: 1 }],
    [2, { updates: 2 }],
  ])
  const { text } = await rest(`GET /clients/1/report?${dates}&format=html`)
  expect(text).toContain('All websites at a glance')
  expect(text).toContain('Of site 2')
  expect(text).not.toContain('Of site 3')
})

it('covers only the sites of a limited key', async () => {
  const { body } = await rest(`GET /clients/1/report?${dates}`, undefined, fixture.people.keys.limited.headers)
  expect(body.data).toMatchObject({ totals: { sites: 1, updates: 1 }, sites: [{ id: 1 }], sites_left_out: 0 })
  expect((await rest(`GET /clients/2/report?${dates}`, undefined, fixture.people.keys.limited.headers)).status).toBe(
    404,
  )
})

it('returns 409 for a client without sites', async () => {
  const { status, body } = await rest(`GET /clients/3/report?${dates}`)
  expect([status, body.code]).toEqual([409, 'svc_nothing_to_report'])
  expect((await rest(`GET /clients/99/report?${dates}`)).body.code).toBe('svc_client_not_found')
})

it('covers 100 sites and returns the number of the others', async () => {
  await seedSites(fixture.service.db, 101, (number) => ({ client_id: 1, url: `https://further-${number}.example/` }))
  const { body } = await rest(`GET /clients/1/report?${dates}`)
  expect([body.data.sites.length, body.data.sites_left_out]).toEqual([100, 3])
})
