import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const path = '/settings/cost-tracker/payment-methods'
beforeEach(async () => {
  await rest(`POST ${path}/add`, { title: 'Bank wire' })
})
const edit = (slug: string, payload: object, headers?: Record<string, string>) =>
  rest(`PATCH ${path}/${slug}/edit`, payload, headers)

it('renames it and keeps the slug', async () => {
  expect((await edit('bank-wire', { title: ' Transfer ' })).body).toEqual({
    success: 1,
    message: 'Payment method updated.',
    data: { slug: 'bank-wire', title: 'Transfer', built_in: false },
  })
  expect((await rest(`PUT ${path}/bank-wire/edit`, { title: 'Transfer' })).status).toBe(200)
})

it('refuses taken titles and built-in ones, and returns 404 for unknown ones', async () => {
  await rest(`POST ${path}/add`, { title: 'Shells' })
  expect((await edit('bank-wire', { title: 'shells' })).status).toBe(409)
  expect((await edit('bank-wire', { title: 'Cash' })).status).toBe(409)
  expect((await edit('paypal', { title: 'My PayPal' })).body.data.params.slug).toContain('cannot be renamed')
  expect((await edit('gold', { title: 'Gold' })).body.code).toBe('svc_payment_method_not_found')
  expect((await edit('bank-wire', {})).status).toBe(400)
  expect((await edit('bank-wire', { title: 'A' }, fixture.people.manager.headers)).status).toBe(403)
})

it('changes nothing in a dry run', async () => {
  expect((await edit('bank-wire', { title: 'Transfer', dry_run: true })).body.data).toMatchObject({ count: 1 })
  expect((await rest(`GET ${path}`)).body.data.at(-1).title).toBe('Bank wire')
})
