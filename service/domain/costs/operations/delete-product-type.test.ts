import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const path = '/settings/cost-tracker/product-types'
beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await rest(`POST ${path}/add`, { title: 'Cloud tool' })
  await rest('POST /costs/add', { name: 'A', price: 1, sites: [1], product_type: 'cloud-tool' })
  await rest('POST /costs/add', { name: 'B', price: 1, sites: [1], product_type: 'plugin' })
})
const typeOf = async (id: number) => (await rest(`GET /costs/${id}`)).body.data.product_type

it('deletes it and sets its costs to other', async () => {
  const { body } = await rest(`DELETE ${path}/cloud-tool/delete`)
  expect(body).toEqual({
    success: 1,
    message: 'Product type deleted.',
    data: { deleted: true, slug: 'cloud-tool', title: 'Cloud tool', costs_changed: 1 },
  })
  expect([await typeOf(1), await typeOf(2)]).toEqual(['other', 'plugin'])
  expect((await rest(`DELETE ${path}/cloud-tool/delete`)).body.code).toBe('svc_product_type_not_found')
})

it('leaves no cost with the type when a cost gets it during the deletion', async () => {
  const costs = Array.from({ length: 8 }, (_, index) =>
    rest('POST /costs/add', { name: `C${index}`, price: 1, sites: [1], product_type: 'cloud-tool' }),
  )
  await Promise.all([...costs, rest(`DELETE ${path}/cloud-tool/delete`)])
  const { rows } = await fixture.service.db.pool.query(`select from costs where product_type = 'cloud-tool'`)
  expect(rows).toEqual([])
})

it('refuses built-in types', async () => {
  const { status, body } = await rest(`DELETE ${path}/plugin/delete`)
  expect([status, body.data.params.slug]).toEqual([400, expect.stringContaining('cannot be deleted')])
})

it('counts the affected costs in a dry run', async () => {
  const { body } = await rest(`DELETE ${path}/cloud-tool/delete?dry_run=1`)
  expect(body.data).toMatchObject({ costs_changed: 1, count: 1, warnings: [expect.stringContaining('1 cost')] })
  expect(await typeOf(1)).toBe('cloud-tool')
})

it('needs an administrator, and confirm on surfaces without DELETE', async () => {
  expect((await rest(`DELETE ${path}/cloud-tool/delete`, undefined, fixture.people.manager.headers)).status).toBe(403)
  await expect(fixture.service.app.run('delete-product-type', { slug: 'cloud-tool' })).rejects.toMatchObject({
    code: 'svc_confirmation_required',
  })
})
