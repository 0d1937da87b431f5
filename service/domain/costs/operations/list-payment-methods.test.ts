import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const path = '/settings/cost-tracker/payment-methods'

it('returns built-in payment methods, then added ones', async () => {
  await rest(`POST ${path}/add`, { title: 'Bank wire' })
  const { body } = await rest(`GET ${path}`, undefined, fixture.people.viewer.headers)
  expect(body).toMatchObject({ success: 1, total: 9 })
  expect(body.data[0]).toEqual({ slug: 'paypal', title: 'PayPal', built_in: true })
  expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
    'paypal',
    'stripe',
    'apple',
    'amazon',
    'google',
    'credit_debit',
    'debit_card',
    'cash',
    'bank-wire',
  ])
})
