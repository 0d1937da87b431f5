import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const scene = setUpService()
const { rest } = callers(scene)
const path = '/settings/cost-tracker/payment-methods'
beforeEach(async () => {
  await seedFleet(scene.service.db)
  await rest(`POST ${path}/add`, { title: 'Bank wire' })
  await rest('POST /costs/add', { name: 'A', price: 1, sites: [1], payment_method: 'bank-wire' })
})
const methodOf = async (id: number) => (await rest(`GET /costs/${id}`)).body.data.payment_method

it('deletes it; costs that were paid so have none any more', async () => {
  expect((await rest(`DELETE ${path}/bank-wire/delete`)).body).toMatchObject({
    success: 1,
    message: 'Payment method deleted.',
    data: { deleted: true, slug: 'bank-wire', costs_changed: 1 },
  })
  expect(await methodOf(1)).toBeNull()
})

it('keeps built-in ones, and says when there is none', async () => {
  expect((await rest(`DELETE ${path}/cash/delete`)).status).toBe(400)
  expect((await rest(`DELETE ${path}/gold/delete`)).body.code).toBe('svc_payment_method_not_found')
})

it('a dry run counts the costs it would change', async () => {
  const { body } = await rest(`DELETE ${path}/bank-wire/delete?dry_run=true`)
  expect(body.data).toMatchObject({ costs_changed: 1, warnings: [expect.stringContaining('(1)')] })
  expect(await methodOf(1)).toBe('bank-wire')
})

it('is for administrators, and asks for confirmation where the surface does not', async () => {
  expect((await rest(`DELETE ${path}/bank-wire/delete`, undefined, scene.people.manager.headers)).status).toBe(403)
  await expect(scene.service.app.run('delete-payment-method', { slug: 'bank-wire' })).rejects.toMatchObject({
    code: 'svc_confirmation_required',
  })
})
