import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await rest('POST /costs/add', { name: 'Old', price: 1, sites: [1] })
  await rest('POST /costs/add', { name: 'Gone', price: 1, sites: [1] })
})

it('/costs/batch creates, updates and deletes in this order, one element per item', async () => {
  const { status, body } = await rest('POST /costs/batch', {
    delete: [2, 99],
    update: [{ id: 1, name: 'Renamed' }, { id: 1, sites: [] }, { name: 'no id' }, null],
    create: [{ name: 'New', price: 2, clients: [1] }, { name: 'For nothing', price: 2 }, 'text'],
  })
  expect(status).toBe(200)
  expect(body.create).toMatchObject([
    { id: 3, success: 1, data: { id: 3, name: 'New', clients: [1] } },
    { id: null, success: 0, error: { code: 'svc_invalid_input', data: { status: 400 } } },
    { success: 0, error: { code: 'svc_invalid_input' } },
  ])
  expect(body.update).toMatchObject([
    { id: 1, success: 1, data: { name: 'Renamed', price: 1 } },
    { id: 1, success: 0, error: { code: 'svc_invalid_input' } },
    { id: null, success: 0, error: { code: 'svc_invalid_input' } },
    { id: null, success: 0, error: { code: 'svc_invalid_input' } },
  ])
  expect(body.delete).toMatchObject([
    { id: 2, success: 1, data: { deleted: true, id: 2 } },
    { id: 99, success: 0, error: { code: 'svc_cost_not_found' } },
  ])
})

it('is a group of the global batch and checks the permission of each item', async () => {
  const payload = { costs: { create: [{ name: 'A', price: 1, sites: [1] }], delete: [1] } }
  const { body } = await rest('PUT /batch', payload, fixture.people.keys.write.headers)
  expect(body.costs.create).toMatchObject([{ id: 3, success: 1 }])
  expect(body.costs.delete).toMatchObject([{ id: 1, success: 0, error: { code: 'svc_permission_denied' } }])
})
