import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const path = '/settings/cost-tracker/payment-methods'
beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await rest(`POST ${path}/add`, { title: 'Bank wire' })
  await rest('POST /costs/add', { name: 'A', price: 1, sites: [1], payment_method: 'bank-wire' })
})
const methodOf = async (id: number) => (await rest(`GET /costs/${id}`)).body.data.payment_method

it('deletes it and clears it in costs', async () => {
  expect((await rest(`DELETE ${path}/bank-wire/delete`)).body).toMatchObject({
    success: 1,
    message: 'Payment method deleted.',
    data: { deleted: true, slug: 'bank-wire', costs_changed: 1 },
  })
  expect(await methodOf(1)).toBeNull()
})

it('refuses built-in ones and returns 404 for unknown ones', async () => {
  expect((await rest(`DELETE ${path}/cash/delete`)).status).toBe(400)
  expect((await rest(`DELETE ${path}/gold/delete`)).body.code).toBe('svc_payment_method_not_found')
})

it('counts the affected costs in a dry run', async () => {
  const { body } = await rest(`DELETE ${path}/bank-wire/delete?dry_run=true`)
  expect(body.data).toMatchObject({ costs_changed: 1, warnings: [expect.stringContaining('1 cost')] })
  expect(await methodOf(1)).toBe('bank-wire')
})

it('needs an administrator, and confirm on surfaces without DELETE', async () => {
  expect((await rest(`DELETE ${path}/bank-wire/delete`, undefined, fixture.people.manager.headers)).status).toBe(403)
  await expect(fixture.service.app.run('delete-payment-method', { slug: 'bank-wire' })).rejects.toMatchObject({
    code: 'svc_confirmation_required',
  })
})
