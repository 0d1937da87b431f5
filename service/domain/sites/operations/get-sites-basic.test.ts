import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'
import { listAllSitesAsJson } from '../lists/site-list-store.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)
const basic = async (input: object = {}, headers?: Record<string, string>) =>
  (await ability('get-sites-basic', input, headers)).body

it('returns id, address and name of all sites', async () => {
  await seedSites(fixture.service.db, 1200)
  const { sites, total } = await basic()
  expect([sites.length, total]).toEqual([1200, 1200])
  expect(sites[0]).toEqual({ id: 1, url: 'https://site-1.example/', name: 'Site 1' })
  expect((await rest('GET /sites/basic')).body.data).toHaveLength(1200)
})

it('returns a long list in parts, each site once and in order, and reads only their number until the first part is requested', async () => {
  const { db } = fixture.service
  const many = 10_001
  await seedSites(db, many, (number) => ({ name: `Site "${number}" \u2028 \\ é` }))
  const expected = Array.from({ length: many }, (_, index) => index + 1)
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const { sites, total } = await basic({ orderby: 'id' })
  expect([ids(sites), total]).toEqual([expected, many])
  expect(sites[4]).toEqual({ id: 5, url: 'https://site-5.example/', name: 'Site "5" \u2028 \\ é' })
  const backwards = (await rest('GET /sites/basic?orderby=id&order=desc&_fields=name')).body
  expect(backwards).toMatchObject({ success: 1, total: many, page: 1, per_page: many, pages: 1 })
  expect([ids(backwards.data), Object.keys(backwards.data[0])]).toEqual([expected.toReversed(), ['id', 'name']])
  const { items, per_page } = (await aliased('get-sites-basic', { orderby: 'last_sync' })).body
  expect([items.length, per_page]).toEqual([many, many])
  const byUrl = (await basic()).sites.map(({ url }: { url: string }) => url)
  expect([new Set(byUrl).size, byUrl.at(-1)]).toEqual([many, 'https://site-9999.example/'])
  const readsRows = (query: string) => query.includes('row_number()') || query.includes('to_json(')
  const list = () => listAllSitesAsJson(db, { search: '', limits: null }, {})
  const whenListed = await queriesOf(list)
  const whenAsked = await queriesOf(async () => (await list()).rows.parts()[Symbol.asyncIterator]().next())
  expect((await list()).total).toBe(many)
  expect(whenListed.filter(readsRows)).toEqual([])
  expect(whenAsked.filter(readsRows).length).toBeGreaterThan(0)
})

it('returns pages on request, and filters rows and total', async () => {
  await ability('add-tag', { name: 'One' })
  await seedSites(fixture.service.db, 30, (number) => (number > 25 ? { connection: 'disconnected' } : {}))
  await seedSiteTags(fixture.service.db, 1, [7, 8])
  expect(await basic({ page: 2 })).toMatchObject({ total: 30, page: 2, per_page: 20, sites: { length: 10 } })
  expect(await basic({ per_page: 4 })).toMatchObject({ total: 30, page: 1, per_page: 4, sites: { length: 4 } })
  expect(await basic({ status: 'disconnected' })).toMatchObject({ total: 5, sites: { length: 5 } })
  expect((await basic({ tag_ids: [1] })).sites.map(({ id }: { id: number }) => id)).toEqual([7, 8])
  const found = (await rest('GET /sites/basic?search=site-9&per_page=5')).body
  expect(found).toMatchObject({ success: 1, total: 1, page: 1, per_page: 5, pages: 1, data: [{ id: 9 }] })
  expect((await ability('get-sites-basic', { per_page: 101 })).status).toBe(400)
})

it('returns only the sites of a limited key', async () => {
  await seedSites(fixture.service.db, 3)
  expect(await basic({}, fixture.people.keys.limited.headers)).toMatchObject({ total: 1, sites: [{ id: 1 }] })
})

it('also returns items for clients of the established product', async () => {
  await seedSites(fixture.service.db, 2)
  const { body } = await aliased('get-sites-basic')
  expect(body).toMatchObject({ items: [{ id: 1 }, { id: 2 }], page: 1, per_page: 2, total: 2 })
})
