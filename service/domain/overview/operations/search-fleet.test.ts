import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { createRoleKey } from '../../../testing/custom-role.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const find = async (q: string, headers?: Record<string, string>, limit = 5) =>
  (await rest(`GET /search?q=${encodeURIComponent(q)}&limit=${limit}`, undefined, headers)).body.data
const nothing = { sites: [], clients: [], tags: [], plugins: [], themes: [] }

beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await fixture.service.db.pool.query(`update sites set name = 'Old boatyard' where id = 2`)
  await fixture.service.db.pool.query(`update sites set name = 'Boat 100 %' where id = 3`)
  await fixture.service.db.pool.query(`insert into site_software (site_id, kind, slug, name, version, active) values
    (1, 'plugin', 'boat/boat.php', 'Boat Rental', '1.0', true), (2, 'plugin', 'rent/rent.php', 'Rent a Boat', '1.0', true),
    (2, 'theme', 'boatish', 'Boatish', '1.0', true)`)
  await fixture.service.app.run('recount-software', {})
})

it('finds every name with the term, prefixes first', async () => {
  const condition = {
    state: 'unknown',
    reason: 'Connected, but not synced yet.',
    cause: 'never_synced',
    detail: '',
    since: '2026-11-01T08:00:00Z',
  }
  expect(await find('BOAT')).toEqual({
    sites: [
      { id: 3, url: 'https://site-3.example/', name: 'Boat 100 %', status: 'connected', icon_url: null, condition },
      { id: 2, url: 'https://site-2.example/', name: 'Old boatyard', status: 'connected', icon_url: null, condition },
    ],
    clients: [],
    tags: [{ id: 1, name: 'Boats', color: null }],
    plugins: [
      { slug: 'boat/boat.php', name: 'Boat Rental' },
      { slug: 'rent/rent.php', name: 'Rent a Boat' },
    ],
    themes: [{ slug: 'boatish', name: 'Boatish' }],
  })
  expect(await find('boat', undefined, 1)).toMatchObject({ sites: [{ id: 3 }], plugins: [{ slug: 'boat/boat.php' }] })
})

it('finds sites by address and clients by e-mail address', async () => {
  expect((await find('site-4.ex')).sites).toMatchObject([{ id: 4 }])
  expect((await find('info@ship')).clients).toEqual([
    { id: 2, name: 'Shipyard', email: 'info@shipyard.example', status: 'active' },
  ])
})

it('matches one or two letters at the beginning only', async () => {
  const found = await find('bo')
  expect(found.sites).toMatchObject([{ id: 3 }])
  expect(found.plugins).toMatchObject([{ name: 'Boat Rental' }])
  expect((await find('s')).sites.map((site: { id: number }) => site.id)).toEqual(expect.arrayContaining([1, 2, 3, 4]))
})

it.each(['100 %', '100 _', '%', '__'])('takes %j literally', async (q) => {
  const { sites } = await find(q)
  expect(sites.map((site: { id: number }) => site.id)).toEqual(q === '100 %' ? [3] : [])
})

it('returns empty lists without a match', async () => expect(await find('submarine')).toEqual(nothing))

it('returns only items of its sites to a limited key', async () => {
  const { headers } = fixture.people.keys.limited
  expect(await find('boat', headers)).toMatchObject({
    sites: [],
    tags: [{ id: 1 }],
    plugins: [{ slug: 'boat/boat.php' }],
    themes: [],
  })
  expect((await find('shipyard', headers)).clients).toEqual([])
  expect((await find('harbour', headers)).clients).toMatchObject([{ id: 1 }])
})

it('finds nothing that a custom role may not see', async () => {
  const headers = await createRoleKey(fixture.service, ['overview.read', 'tags.read'])
  expect(await find('boat', headers)).toEqual({ ...nothing, tags: [{ id: 1, name: 'Boats', color: null }] })
  expect((await find('harbour')).clients).not.toEqual([])
  expect(await find('harbour', headers)).toEqual(nothing)
})

it.each(['', '   ', 'x'.repeat(201)])('refuses %j', async (q) => {
  expect((await rest(`GET /search?q=${encodeURIComponent(q)}`)).status).toBe(400)
})
