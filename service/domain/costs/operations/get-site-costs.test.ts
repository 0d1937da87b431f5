import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const add = async (fields: object) => {
  const { status } = await rest('POST /costs/add', { price: 10, renewal_type: 'monthly', ...fields })
  expect(status).toBe(200)
}
const costsOf = async (site: number | string) =>
  (await ability('get-site-costs', { site_id_or_domain: site })).body.costs.map(({ name }: { name: string }) => name)

describe('get-site-costs', () => {
  it('returns entries and totals', async () => {
    await add({ name: 'Hosting', price: 25.5, last_renewal: '2026-10-31', payment_method: 'cash', sites: [1] })
    const { status, body } = await ability('get-site-costs', { site_id_or_domain: 'site-1.example' })
    expect(status).toBe(200)
    expect(body).toEqual({
      site_id: 1,
      costs: [
        {
          id: 1,
          name: 'Hosting',
          amount: 25.5,
          share: 25.5,
          share_monthly: 25.5,
          share_yearly: 306,
          share_rule: 'covered_sites',
          frequency: 'monthly',
          next_due: '2026-11-30',
          status: 'active',
          payment_type: 'subscription',
          product_type: 'other',
          renewal_type: 'monthly',
          payment_method: 'cash',
          last_renewal: '2026-10-31',
          via: ['site'],
        },
      ],
      total: 1,
      currency: 'USD',
      total_monthly: 25.5,
      total_yearly: 306,
    })
  })

  it('includes costs of the site, its tags and its client, once, with its share', async () => {
    await add({ name: 'of the site', sites: [1, 2] })
    await add({ name: 'of a tag', groups: [1, 2] })
    await add({ name: 'of the client', clients: [1, 2] })
    await add({ name: 'of all three', sites: [1], groups: [1], clients: [1] })
    await add({ name: 'of another site', sites: [4] })
    const { body } = await ability('get-site-costs', { site_id: 1 })
    expect(body.costs.map(({ name, via }: { name: string; via: string[] }) => [name, via])).toEqual([
      ['of a tag', ['tag']],
      ['of all three', ['client', 'site', 'tag']],
      ['of the client', ['client']],
      ['of the site', ['site']],
    ])
    expect(body).toMatchObject({ total: 4, total_monthly: 15.02, total_yearly: 180 })
    expect(await costsOf(2)).toEqual(['of all three', 'of the client', 'of the site'])
    expect(await costsOf(3)).toEqual(['of a tag', 'of all three', 'of the client'])
    expect(await costsOf(4)).toEqual(['of a tag', 'of another site'])
  })

  it('adds all intervals exactly; lifetime and inactive costs count as 0', async () => {
    await add({ name: 'weekly', price: '0.1', renewal_type: 'weekly', sites: [1] })
    await add({ name: 'monthly', price: '0.2', sites: [1] })
    await add({ name: 'quarterly', price: '0.3', renewal_type: 'quarterly', sites: [1] })
    await add({ name: 'yearly', price: '0.005', renewal_type: 'yearly', sites: [1] })
    await add({ name: 'lifetime', price: 99, payment_type: 'lifetime', last_renewal: '2026-01-01', sites: [1] })
    await add({ name: 'canceled', price: 99, cost_tracker_status: 'canceled', sites: [1] })
    const { body } = await ability('get-site-costs', { site_id_or_domain: 1 })
    // 0.1 · 52 + 0.2 · 12 + 0.3 · 4 + 0.005 = 8.805
    expect(body).toMatchObject({ total: 6, total_yearly: 8.81, total_monthly: 0.73 })
    expect(body.costs.find(({ name }: { name: string }) => name === 'lifetime')).toMatchObject({
      frequency: 'lifetime',
      next_due: null,
      amount: 99,
    })
  })

  it('uses the currency and the decimals of the settings', async () => {
    await add({ name: 'Hosting', price: '1234.5', sites: [1] })
    await rest('PATCH /settings/cost-tracker/edit', { currency: 'JPY', decimals: 0 })
    const { body } = await ability('get-site-costs', { site_id_or_domain: 1 })
    expect(body).toMatchObject({ currency: 'JPY', total_monthly: 1235, costs: [{ amount: 1234.5 }] })
    expect((await rest('GET /costs/1')).body.data.currency).toBe('JPY')
    expect((await rest('GET /costs/export')).text).toContain(',JPY,')
  })

  it('returns 0 for a site without costs', async () => {
    const { body } = await ability('get-site-costs', { site_id_or_domain: 4 })
    expect(body).toEqual({ site_id: 4, costs: [], total: 0, currency: 'USD', total_monthly: 0, total_yearly: 0 })
  })

  it('returns the fields that clients of the established product expect', async () => {
    await add({ name: 'Hosting', last_renewal: '2026-11-01', sites: [1] })
    const { body } = await aliased('get-site-costs', { site_id_or_domain: 1 })
    expect(body.costs).toMatchObject([{ type: 'subscription', price: 10, next_renewal: '2026-12-01', amount: 10 }])
    expect(body.total).toBe(1)
  })
})

it('GET /sites/{id_or_domain}/costs returns the same with the totals beside the list', async () => {
  await add({ name: 'Hosting', groups: [1] })
  const { body } = await rest('GET /sites/site-3.example/costs')
  expect(body).toMatchObject({
    success: 1,
    total: 1,
    currency: 'USD',
    total_monthly: 5,
    total_yearly: 60,
    data: [{ id: 1, name: 'Hosting', amount: 10, share: 5, via: ['tag'] }],
  })
})

it('returns 404 for an unknown site and for one beyond the limits of a key', async () => {
  expect((await ability('get-site-costs', { site_id_or_domain: 9 })).body.code).toBe('svc_site_not_found')
  const { limited } = fixture.people.keys
  expect((await ability('get-site-costs', { site_id_or_domain: 2 }, limited.headers)).status).toBe(404)
  expect((await ability('get-site-costs', { site_id_or_domain: 1 }, limited.headers)).status).toBe(200)
})
