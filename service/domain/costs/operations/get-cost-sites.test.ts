import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const sitesOf = async (targets: object, query = '', headers?: Record<string, string>) => {
  const { body } = await rest('POST /costs/add', { name: 'A', price: 1, ...targets })
  const response = await rest(`GET /costs/${body.data.id}/sites${query}`, undefined, headers)
  return [response.body.total, response.body.data.map(({ id }: { id: number }) => id)]
}

it('returns sites with the usual fields', async () => {
  await rest('POST /costs/add', { name: 'A', price: 1, sites: [1] })
  const { body } = await rest('GET /costs/1/sites')
  expect(body).toMatchObject({ success: 1, total: 1, page: 1, pages: 1 })
  expect(body.data).toEqual([
    { id: 1, url: 'https://site-1.example/', name: 'Site 1', status: 'connected', client_id: 1, share: 1 },
  ])
})

it('resolves tags and clients to their sites, each once', async () => {
  expect(await sitesOf({ sites: [4] })).toEqual([1, [4]])
  expect(await sitesOf({ groups: [1] })).toEqual([2, [1, 3]])
  expect(await sitesOf({ clients: [1] })).toEqual([2, [1, 2]])
  expect(await sitesOf({ clients: [3] })).toEqual([0, []])
  expect(await sitesOf({ sites: [1, 4], groups: [1], clients: [1] })).toEqual([4, [1, 2, 3, 4]])
})

it('returns pages, with the total also beyond the last', async () => {
  const all = { sites: [1, 2, 3, 4] }
  expect(await sitesOf(all, '?page=2&per_page=3')).toEqual([4, [4]])
  expect(await sitesOf(all, '?page=9&per_page=3')).toEqual([4, []])
})

it('returns only what a limited key sees', async () => {
  expect(await sitesOf({ groups: [1], clients: [1] }, '', fixture.people.keys.limited.headers)).toEqual([1, [1]])
})

it('returns 404 for an unknown cost', async () => {
  expect((await rest('GET /costs/9/sites')).body.code).toBe('svc_cost_not_found')
})
