import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const clientsOf = async (targets: object, query = '', headers?: Record<string, string>) => {
  const { body } = await rest('POST /costs/add', { name: 'A', price: 1, ...targets })
  const response = await rest(`GET /costs/${body.data.id}/clients${query}`, undefined, headers)
  type Row = { name: string; sites_covered: number }
  return [response.body.total, response.body.data.map(({ name, sites_covered }: Row) => [name, sites_covered])]
}

it('returns clients with the number of their covered sites', async () => {
  await rest('POST /costs/add', { name: 'A', price: 1, clients: [1] })
  const { body } = await rest('GET /costs/1/clients')
  expect(body).toMatchObject({ success: 1, total: 1 })
  expect(body.data).toEqual([
    { id: 1, name: 'Harbour', client_email: 'info@harbour.example', status: 'active', sites_covered: 2, share: 1 },
  ])
})

it('returns its own clients and those of its sites', async () => {
  expect(await clientsOf({ sites: [1] })).toEqual([1, [['Harbour', 1]]])
  expect(await clientsOf({ sites: [4] })).toEqual([0, []])
  expect(await clientsOf({ groups: [1] })).toEqual([
    2,
    [
      ['Harbour', 1],
      ['Shipyard', 1],
    ],
  ])
  expect(await clientsOf({ clients: [3] })).toEqual([1, [['Pier', 0]]])
  expect(await clientsOf({ clients: [1, 3], groups: [1] }, '?per_page=2&page=2')).toEqual([3, [['Shipyard', 1]]])
})

it('returns to a limited key the clients of its sites', async () => {
  const { limited } = fixture.people.keys
  expect(await clientsOf({ clients: [1, 2, 3] }, '', limited.headers)).toEqual([1, [['Harbour', 1]]])
})

it('returns 404 for an unknown cost', async () => {
  expect((await rest('GET /costs/9/clients')).body.code).toBe('svc_cost_not_found')
})
