import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

// The service's clock shows 2026-11-15.
const add = async (name: string, fields: object) => {
  const { status } = await rest('POST /costs/add', { name, price: 10, renewal_type: 'monthly', sites: [1], ...fields })
  expect(status).toBe(200)
}
type Row = { name: string; due: string; days_left: number }
const dues = async (query = '', headers?: Record<string, string>) =>
  (await rest(`GET /costs/renewals${query}`, undefined, headers)).body.data.map(({ name, due, days_left }: Row) => [
    name,
    due,
    days_left,
  ])

describe('GET /costs/renewals', () => {
  it('returns the renewals of the next 30 days, in order, with totals', async () => {
    await add('Mail', { price: '0.1', last_renewal: '2026-11-10' })
    await add('Hosting', { price: '0.2', last_renewal: '2026-10-15', url: 'https://host.example/' })
    const { body } = await rest('GET /costs/renewals')
    expect(body).toMatchObject({
      success: 1,
      message: 'Retrieved successfully.',
      total: 3,
      page: 1,
      per_page: 1000,
      pages: 1,
      from: '2026-11-15',
      until: '2026-12-15',
      totals: [{ currency: 'USD', due: 0.5, due_count: 3, overdue: 0, overdue_count: 0 }],
      currency: 'USD',
      total_monthly: 0.3,
      total_yearly: 3.6,
      data: [
        {
          id: 2,
          name: 'Hosting',
          amount: 0.2,
          currency: 'USD',
          frequency: 'monthly',
          due: '2026-11-15',
          days_left: 0,
          overdue: false,
          missed: 0,
          product_type: 'other',
          url: 'https://host.example/',
        },
        expect.objectContaining({ name: 'Mail', due: '2026-12-10', days_left: 25 }),
        expect.objectContaining({ name: 'Hosting', due: '2026-12-15', days_left: 30 }),
      ],
    })
  })

  it('returns monthly and yearly totals of all active costs', async () => {
    await add('Known', { price: 12, renewal_type: 'yearly', last_renewal: '2026-11-10' })
    await add('Not dated', { price: 5 })
    await add('Given up', { price: 100, cost_tracker_status: 'canceled' })
    const { body } = await rest('GET /costs/renewals?days=0')
    expect(body).toMatchObject({ total: 0, total_monthly: 6, total_yearly: 72 })
  })

  it('lists a cost once per due day', async () => {
    await add('Weekly', { renewal_type: 'weekly', last_renewal: '2026-11-14' })
    expect(await dues('?days=14')).toEqual([
      ['Weekly', '2026-11-21', 6],
      ['Weekly', '2026-11-28', 13],
    ])
    expect(await dues('?days=0')).toEqual([])
    expect(await dues('?days=366')).toHaveLength(52)
  })

  it('lists an overdue cost first, once, with the number of missed renewals', async () => {
    await add('Forgotten', { last_renewal: '2026-08-31', price: 7 })
    await add('Far', { renewal_type: 'yearly', last_renewal: '2026-06-01' })
    const { body } = await rest('GET /costs/renewals?days=5')
    expect(body.data).toMatchObject([
      { name: 'Forgotten', due: '2026-10-31', days_left: -15, overdue: true, missed: 2 },
    ])
    expect(body.totals).toEqual([{ currency: 'USD', due: 0, due_count: 0, overdue: 7, overdue_count: 1 }])
    expect(await dues('?days=5&overdue=false')).toEqual([])
  })

  it('leaves out costs that do not renew or are not active', async () => {
    await add('Lifetime', { payment_type: 'lifetime', last_renewal: '2026-10-20' })
    await add('Disabled', { renewal_type: 'disabled', last_renewal: '2026-10-20' })
    await add('Unknown', {})
    for (const status of ['canceled', 'onhold', 'expired', 'pending_cancelation']) {
      await add(status, { cost_tracker_status: status, last_renewal: '2026-10-20' })
    }
    expect((await rest('GET /costs/renewals')).body).toMatchObject({ total: 0, data: [], totals: [] })
  })

  it('returns pages, with totals of all pages', async () => {
    for (const name of ['A', 'B', 'C']) await add(name, { last_renewal: '2026-11-14' })
    const { body } = await rest('GET /costs/renewals?page=2&per_page=2')
    expect(body).toMatchObject({ total: 3, pages: 2, data: [{ name: 'C' }], totals: [{ due: 30, due_count: 3 }] })
  })

  it('returns only what a limited key sees', async () => {
    await add('Mine', { last_renewal: '2026-11-14' })
    await add('Theirs', { last_renewal: '2026-11-14', sites: [2] })
    expect(await dues('', fixture.people.keys.limited.headers)).toEqual([['Mine', '2026-12-14', 29]])
  })

  it.each(['?days=-1', '?days=367', '?days=soon', '?overdue=perhaps'])('%s is refused', async (query) => {
    expect((await rest(`GET /costs/renewals${query}`)).status).toBe(400)
  })
})
