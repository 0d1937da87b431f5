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
type Entry = { name: string; site_id: number | null; site_name: string | null }
const entriesOf = async (client: number | string, headers?: Record<string, string>) =>
  (await ability('get-client-costs', { client_id_or_email: client }, headers)).body.costs.map(
    ({ name, site_id, site_name }: Entry) => [name, site_id, site_name],
  )

describe('get-client-costs', () => {
  it('returns entries and totals', async () => {
    await add({ name: 'Hosting', price: 25.5, last_renewal: '2026-10-31', sites: [1] })
    const { status, body } = await ability('get-client-costs', { client_id_or_email: 'INFO@harbour.example' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      client_id: 1,
      client_name: 'Harbour',
      total: 1,
      currency: 'USD',
      total_monthly: 25.5,
      total_yearly: 306,
    })
    expect(body.costs).toEqual([
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
        site_id: 1,
        site_name: 'Site 1',
        status: 'active',
        payment_type: 'subscription',
        product_type: 'other',
        renewal_type: 'monthly',
        payment_method: null,
        last_renewal: '2026-10-31',
      },
    ])
  })

  it('includes costs of the client, its sites and their tags, each once, with the site if it is exactly one', async () => {
    await add({ name: 'on both sites', sites: [1, 2, 4] })
    await add({ name: 'on one site and its tag', sites: [1], groups: [1] })
    await add({ name: 'on the client', clients: [1] })
    await add({ name: 'on a tag', groups: [1] })
    await add({ name: 'elsewhere', sites: [4], groups: [2], clients: [3] })
    expect(await entriesOf(1)).toEqual([
      ['on a tag', 1, 'Site 1'],
      ['on both sites', null, null],
      ['on one site and its tag', 1, 'Site 1'],
      ['on the client', null, null],
    ])
    expect(await entriesOf(2)).toEqual([
      ['on a tag', 3, 'Site 3'],
      ['on one site and its tag', 3, 'Site 3'],
    ])
    expect((await ability('get-client-costs', { client_id_or_email: 1 })).body).toMatchObject({
      // 5 of the tag, 6.67 of three sites, 5 of a site and its tag, 10 of the client.
      total_monthly: 26.67,
    })
  })

  it('returns the site for a client with one site, and none for a client without sites', async () => {
    await add({ name: 'Care', clients: [2, 3] })
    expect(await entriesOf(2)).toEqual([['Care', 3, 'Site 3']])
    expect(await entriesOf(3)).toEqual([['Care', null, null]])
  })

  it('returns to a limited key only the sites it sees', async () => {
    await add({ name: 'on the client', clients: [1] })
    await add({ name: 'on the other site', sites: [2] })
    const { limited } = fixture.people.keys
    expect(await entriesOf(1, limited.headers)).toEqual([['on the client', 1, 'Site 1']])
    expect((await ability('get-client-costs', { client_id_or_email: 2 }, limited.headers)).status).toBe(404)
  })

  it('returns the fields that clients of the established product expect', async () => {
    await add({ name: 'Hosting', last_renewal: '2026-11-01', sites: [1] })
    const { body } = await aliased('get-client-costs', { client_id_or_email: 1 })
    expect(body.items).toMatchObject([{ type: 'subscription', price: 10, next_renewal: '2026-12-01' }])
  })

  it('returns 404 for an unknown client', async () => {
    expect((await ability('get-client-costs', { client_id_or_email: 9 })).body.code).toBe('svc_client_not_found')
  })
})

it('GET /clients/{id_or_email}/costs returns the same with the totals beside the list', async () => {
  await add({ name: 'Care', clients: [2] })
  const { body } = await rest('GET /clients/info%40shipyard.example/costs')
  expect(body).toMatchObject({
    success: 1,
    total: 1,
    total_monthly: 10,
    total_yearly: 120,
    data: [{ id: 1, name: 'Care', site_id: 3 }],
  })
})
