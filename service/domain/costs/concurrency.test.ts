import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const types = '/settings/cost-tracker/product-types'
const times = <T>(count: number, act: (index: number) => T) => Array.from({ length: count }, (_, index) => act(index))

it('a cost added while its targets are deleted is complete, or refused with the reason', async () => {
  const responses = await Promise.all([
    ...times(10, (index) =>
      rest('POST /costs/add', { name: `C${index}`, price: 1, sites: [1, 3], groups: [1], clients: [2] }),
    ),
    ability('delete-client', { client_id_or_email: 2, confirm: true }),
    ability('delete-tag', { tag_id: 1, confirm: true }),
    fixture.service.db.pool.query('delete from sites where id = 1').then(() => ({ status: 200 })),
  ])
  expect(responses.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  const { rows } = await fixture.service.db.pool.query(
    'select from costs where not exists (select from cost_targets where cost_id = costs.id and site_id = 3)',
  )
  expect(rows).toEqual([])
})

it('concurrent edits, imports and the deletion of a product type do not deadlock', async () => {
  for (const title of ['Cloud', 'Boat']) await rest(`POST ${types}/add`, { title })
  for (const index of times(6, (each) => each)) {
    const product_type = index % 2 === 0 ? 'cloud' : 'boat'
    await rest('POST /costs/add', { name: `C${index}`, price: 1, sites: [1], product_type })
  }
  const table = `id,product_type\n${times(6, (index) => `${6 - index},cloud\n`).join('')}`
  const responses = await Promise.all([
    ...times(12, (index) => rest(`PATCH /costs/${(index % 6) + 1}/edit`, { product_type: 'cloud', note: `${index}` })),
    ...times(3, () => rest('POST /costs/import', { csv: table })),
    rest(`DELETE ${types}/cloud/delete`),
    rest(`DELETE ${types}/boat/delete`),
  ])
  // A late call gets the error that the type does not exist.
  expect(responses.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  const { body } = await rest('GET /costs')
  expect(body.data.map((cost: { product_type: string }) => cost.product_type)).toEqual(Array(6).fill('other'))
})

it('concurrent edits of the targets of one cost leave the targets of one edit', async () => {
  await rest('POST /costs/add', { name: 'A', price: 1, sites: [1] })
  const targetLists = [[1], [2, 3], [4], [1, 2, 3, 4]]
  const responses = await Promise.all(
    times(20, (index) => rest('PATCH /costs/1/edit', { sites: targetLists[index % 4] })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(targetLists).toContainEqual((await rest('GET /costs/1')).body.data.sites)
})
