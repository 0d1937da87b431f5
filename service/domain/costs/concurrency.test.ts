import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'

const scene = setUpService()
const { ability, rest } = callers(scene)
beforeEach(() => seedFleet(scene.service.db))

const types = '/settings/cost-tracker/product-types'
const times = <T>(count: number, act: (index: number) => T) => Array.from({ length: count }, (_, index) => act(index))

it('costs are added while what they are for is deleted: each is whole, or refused with the reason', async () => {
  const answers = await Promise.all([
    ...times(10, (index) =>
      rest('POST /costs/add', { name: `C${index}`, price: 1, sites: [1, 3], groups: [1], clients: [2] }),
    ),
    ability('delete-client', { client_id_or_email: 2, confirm: true }),
    ability('delete-tag', { tag_id: 1, confirm: true }),
    scene.service.db.pool.query('delete from sites where id = 1').then(() => ({ status: 200 })),
  ])
  expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  const { rows } = await scene.service.db.pool.query(
    'select from costs where not exists (select from cost_targets where cost_id = costs.id and site_id = 3)',
  )
  expect(rows).toEqual([])
})

it('edits, imports and the deletion of a product type do not stand in each other’s way', async () => {
  for (const title of ['Cloud', 'Boat']) await rest(`POST ${types}/add`, { title })
  for (const index of times(6, (each) => each)) {
    const product_type = index % 2 === 0 ? 'cloud' : 'boat'
    await rest('POST /costs/add', { name: `C${index}`, price: 1, sites: [1], product_type })
  }
  const table = `id,product_type\n${times(6, (index) => `${6 - index},cloud\n`).join('')}`
  const answers = await Promise.all([
    ...times(12, (index) => rest(`PATCH /costs/${(index % 6) + 1}/edit`, { product_type: 'cloud', note: `${index}` })),
    ...times(3, () => rest('POST /costs/import', { csv: table })),
    rest(`DELETE ${types}/cloud/delete`),
    rest(`DELETE ${types}/boat/delete`),
  ])
  // Who came too late is told that there is no such type any more.
  expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  const { body } = await rest('GET /costs')
  expect(body.data.map((cost: { product_type: string }) => cost.product_type)).toEqual(Array(6).fill('other'))
})

it('many edits of the targets of one cost leave it with those of one of them', async () => {
  await rest('POST /costs/add', { name: 'A', price: 1, sites: [1] })
  const wanted = [[1], [2, 3], [4], [1, 2, 3, 4]]
  const answers = await Promise.all(times(20, (index) => rest('PATCH /costs/1/edit', { sites: wanted[index % 4] })))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(wanted).toContainEqual((await rest('GET /costs/1')).body.data.sites)
})
