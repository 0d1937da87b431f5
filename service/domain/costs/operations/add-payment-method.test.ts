import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))
const add = (payload: object, headers?: Record<string, string>) =>
  rest('POST /settings/cost-tracker/payment-methods/add', payload, headers)

it('adds a payment method that costs can use', async () => {
  const cost = { name: 'A', price: 1, sites: [1], payment_method: 'bank-wire' }
  expect((await rest('POST /costs/add', cost)).status).toBe(400)
  const { body } = await add({ title: 'Bank wire' })
  expect(body).toEqual({
    success: 1,
    message: 'Payment method added.',
    data: { slug: 'bank-wire', title: 'Bank wire', built_in: false },
  })
  expect((await rest('POST /costs/add', cost)).body.data.payment_method).toBe('bank-wire')
})

it('refuses a taken title, but accepts that of a product type', async () => {
  await add({ title: 'Bank wire' })
  expect((await add({ title: 'bank WIRE' })).body.code).toBe('svc_already_exists')
  expect((await add({ title: 'PayPal' })).body.code).toBe('svc_already_exists')
  expect((await rest('POST /settings/cost-tracker/product-types/add', { title: 'Bank wire' })).status).toBe(200)
})

it('refuses bad input and callers who are not administrators', async () => {
  expect((await add({ title: '' })).status).toBe(400)
  expect((await add({ title: 'A', color: '#fff' })).status).toBe(400)
  expect((await add({ title: 'A' }, fixture.people.manager.headers)).status).toBe(403)
})

it('adds nothing in a dry run', async () => {
  expect((await add({ title: 'Bank wire', dry_run: true })).body.data).toMatchObject({ slug: 'bank-wire', count: 1 })
  expect((await rest('GET /settings/cost-tracker/payment-methods')).body.total).toBe(8)
})
