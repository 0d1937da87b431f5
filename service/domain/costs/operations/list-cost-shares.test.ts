import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const add = async (fields: object) =>
  expect((await rest('POST /costs/add', { renewal_type: 'monthly', ...fields })).status).toBe(200)
const ofClient = async (id: number) => (await ability('get-client-costs', { client_id_or_email: id })).body
const ofSite = async (id: number) => (await ability('get-site-costs', { site_id_or_domain: id })).body
const cents = (value: number) => Math.round(value * 100)
const sumOf = (bodies: { total_monthly: number; total_yearly: number }[]) => [
  bodies.reduce((sum, { total_monthly }) => sum + cents(total_monthly), 0),
  bodies.reduce((sum, { total_yearly }) => sum + cents(total_yearly), 0),
]

describe('the shares of costs', () => {
  it('charge a shared cost to each client in proportion to its covered sites', async () => {
    await add({ name: 'Hosting', price: 100, sites: [1, 2, 3] })
    expect(await ofClient(1)).toMatchObject({
      costs: [{ amount: 100, share: 66.67, share_monthly: 66.67, share_yearly: 800, share_rule: 'covered_sites' }],
      total_monthly: 66.67,
      total_yearly: 800,
    })
    expect(await ofClient(2)).toMatchObject({
      costs: [{ amount: 100, share: 33.33 }],
      total_monthly: 33.33,
      total_yearly: 400,
    })
    expect((await ofSite(1)).costs).toMatchObject([{ amount: 100, share: 33.34, share_rule: 'covered_sites' }])
    expect((await ofSite(2)).costs).toMatchObject([{ amount: 100, share: 33.33 }])
    expect(await ofSite(3)).toMatchObject({ total_monthly: 33.33, total_yearly: 400 })
  })

  it('of clients and of sites add up to the totals of the fleet', async () => {
    await add({ name: 'Hosting', price: 247.99, sites: [1, 2, 3, 4] })
    await add({ name: 'Licence', price: 99.99, renewal_type: 'yearly', groups: [1, 2] })
    await add({ name: 'Care', price: 0.05, renewal_type: 'weekly', clients: [1, 2, 3] })
    await add({ name: 'Fraction', price: '0.12345678', renewal_type: 'quarterly', sites: [1, 4], clients: [2] })
    await add({ name: 'Client without sites', price: 10, clients: [3] })
    await add({ name: 'Not active', price: 10, sites: [1], cost_tracker_status: 'onhold' })
    const fleet = (await rest('GET /costs/renewals')).body
    const { body } = await rest('GET /costs/shares')
    expect(
      body.data.map(({ client_name, costs }: { client_name: string; costs: number }) => [client_name, costs]),
    ).toEqual([
      ['Harbour', 4],
      ['Shipyard', 4],
      ['Pier', 1],
      [null, 3],
    ])
    expect([body.total_monthly, body.total_yearly]).toEqual([fleet.total_monthly, fleet.total_yearly])
    expect(sumOf(body.data)).toEqual([cents(fleet.total_monthly), cents(fleet.total_yearly)])
    const clients = [await ofClient(1), await ofClient(2), await ofClient(3)]
    expect(clients.map(({ total_monthly }) => total_monthly)).toEqual(
      body.data.slice(0, 3).map(({ total_monthly }: { total_monthly: number }) => total_monthly),
    )
    expect(sumOf([await ofSite(1), await ofSite(2)])).toEqual(sumOf([await ofClient(1)]))
    expect(sumOf([await ofSite(4)])).toEqual(sumOf([body.data[3]]))
  })

  it('are listed with the clients and the sites of a cost, with the unassigned share', async () => {
    await add({ name: 'Hosting', price: 10, sites: [1, 2, 3, 4] })
    const { body } = await rest('GET /costs/1/clients')
    expect(body).toMatchObject({ share_rule: 'covered_sites', unassigned_share: 2.5 })
    expect(body.data).toMatchObject([
      { name: 'Harbour', share: 5 },
      { name: 'Shipyard', share: 2.5 },
    ])
    const sites = (await rest('GET /costs/1/sites')).body.data
    expect(sites.map(({ share }: { share: number }) => share)).toEqual([2.5, 2.5, 2.5, 2.5])
  })

  it('are equal among the clients of a cost that covers no site', async () => {
    await rest('POST /clients/add', { name: 'Quay' })
    await add({ name: 'Stock photos', price: 29, clients: [3, 4] })
    expect((await ofClient(3)).costs).toMatchObject([{ amount: 29, share: 14.5, share_rule: 'clients' }])
    expect(await ofClient(4)).toMatchObject({ total_monthly: 14.5 })
    await add({ name: 'Theme', price: 10, clients: [2, 3] })
    expect((await ofClient(3)).costs).toMatchObject([
      { share: 14.5 },
      { name: 'Theme', share: 0, share_rule: 'covered_sites' },
    ])
  })

  it('do not depend on the key that reads them, and hide the other clients', async () => {
    await add({ name: 'Hosting', price: 100, sites: [1, 3] })
    const { headers } = fixture.people.keys.limited
    const { body } = await rest('GET /costs/shares', undefined, headers)
    expect(body.data).toMatchObject([{ client_name: 'Harbour', total_monthly: 50 }])
    expect(body).toMatchObject({ total: 1, total_monthly: 50, total_yearly: 600 })
    const costs = (await ability('get-client-costs', { client_id_or_email: 1 }, headers)).body
    expect(costs).toMatchObject({ total_monthly: 50, costs: [{ amount: 100, share: 50 }] })
  })
})
