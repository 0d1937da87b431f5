import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const add = (fields: object, headers?: Record<string, string>) =>
  rest('POST /costs/add', { name: 'Hosting', price: 25.5, sites: [1], ...fields }, headers)
const refusal = async (fields: object) => {
  const { status, body } = await add(fields)
  expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
  return body.data.params
}
const count = async () => (await rest('GET /costs')).body.total

const everything = {
  name: '  Hosting ',
  price: 25.5,
  payment_type: 'subscription',
  license_type: 'multi_site',
  product_type: 'hosting',
  product_slug: 'big-box',
  renewal_type: 'monthly',
  last_renewal: '2026-10-31',
  payment_method: 'paypal',
  cost_tracker_status: 'active',
  url: 'https://host.example/plan',
  note: 'Two\nlines',
  product_color: '#ABC',
  icon_hidden: 'deficon:archive',
  sites: [2, 1, 1],
  groups: [1],
  clients: [2],
}

describe('POST /costs/add', () => {
  it('returns the cost with its input names and its read names', async () => {
    const { status, body } = await rest('POST /costs/add', everything)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: 1,
      message: 'Cost added.',
      data: {
        id: 1,
        name: 'Hosting',
        price: 25.5,
        currency: 'USD',
        payment_type: 'subscription',
        type: 'subscription',
        license_type: 'multi_site',
        product_type: 'hosting',
        product_slug: 'big-box',
        slug: 'big-box',
        renewal_type: 'monthly',
        last_renewal: '2026-10-31',
        next_renewal: '2026-11-30',
        next_renewal_today: false,
        last_alert: null,
        payment_method: 'paypal',
        cost_tracker_status: 'active',
        cost_status: 'active',
        url: 'https://host.example/plan',
        note: 'Two\nlines',
        product_color: '#aabbcc',
        cost_color: '#aabbcc',
        icon_hidden: 'deficon:archive',
        cost_icon: 'deficon:archive',
        sites: [1, 2],
        groups: [1],
        clients: [2],
        created_at: '2026-11-15T09:00:00Z',
        updated_at: '2026-11-15T09:00:00Z',
      },
    })
    expect((await rest('GET /costs/1')).body.data).toEqual(body.data)
  })

  it('needs a name, a price and a target; other fields have defaults, also when sent empty', async () => {
    const usual = {
      payment_type: 'subscription',
      license_type: 'single_site',
      product_type: 'other',
      product_slug: '',
      renewal_type: 'disabled',
      last_renewal: null,
      next_renewal: null,
      payment_method: null,
      cost_tracker_status: 'active',
      url: '',
      note: '',
      product_color: null,
      icon_hidden: null,
    }
    const { next_renewal: _, ...writable } = usual
    expect((await add({})).body.data).toMatchObject(usual)
    const empty = Object.fromEntries(Object.keys(writable).map((field) => [field, '']))
    expect((await add(empty)).body.data).toMatchObject(usual)
    const nulls = Object.fromEntries(Object.keys(writable).map((field) => [field, null]))
    expect((await add(nulls)).body.data).toMatchObject(usual)
  })

  it('also accepts PUT and PATCH, lists with commas and prices as text', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const { body } = await rest(`${method} /costs/add`, { name: 'A', price: '19.90', sites: '1,2' })
      expect(body.data).toMatchObject({ price: 19.9, sites: [1, 2] })
    }
  })

  it.each([['900000000.00000001'], ['123456789012.12345678'], ['0.00000001'], [0.00000001], [0]])(
    'keeps the price %j exactly',
    async (price) => {
      await add({ price })
      const { rows } = await fixture.service.db.pool.query('select price = $1::numeric as exact from costs', [price])
      expect(rows).toEqual([{ exact: true }])
    },
  )
})

describe('refuses', () => {
  it('a cost without a target, and names the missing fields', async () => {
    for (const targets of [{ sites: undefined }, { sites: [] }, { sites: null, groups: [], clients: [] }]) {
      expect(await refusal(targets)).toEqual({
        sites: 'at least one of sites, groups and clients must not be empty',
      })
    }
    expect(await count()).toBe(0)
  })

  it('unknown ids', async () => {
    expect(await refusal({ sites: [1, 99, 98], groups: [9], clients: [3, 8] })).toEqual({
      sites: 'contains unknown ids: 99, 98',
      groups: 'contains unknown ids: 9',
      clients: 'contains unknown ids: 8',
    })
  })

  it('values that are not allowed, and lists the allowed ones', async () => {
    expect(
      await refusal({
        payment_type: 'rent',
        license_type: 'x',
        renewal_type: 'daily',
        cost_tracker_status: 'gone',
      }),
    ).toEqual({
      payment_type: 'must be one of: subscription, lifetime',
      license_type: 'must be one of: single_site, multi_site',
      renewal_type: 'must be one of: weekly, monthly, quarterly, yearly, disabled',
      cost_tracker_status: 'must be one of: active, canceled, onhold, expired, pending_cancelation',
    })
    await rest('POST /settings/cost-tracker/product-types/add', { title: 'Cloud tool' })
    expect(await refusal({ product_type: 'cloud', payment_method: 'shells' })).toEqual({
      product_type: 'must be one of: plugin, theme, hosting, service, other, cloud-tool',
      payment_method: 'must be one of: paypal, stripe, apple, amazon, google, credit_debit, debit_card, cash',
    })
    expect((await add({ product_type: 'cloud-tool' })).body.data.product_type).toBe('cloud-tool')
  })

  it.each([
    '1.00000000000000000001',
    '123456789012.12345678',
    '100000000000.00000001',
    '1234567890123456789012345',
    '1e400',
    '"1.00000000000000000001"',
    '"1e400"',
    '"1234567890123456789012345"',
  ])('%s as a price, which could not be stored exactly', async (price) => {
    const { status, body } = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/costs/add',
      headers: { ...fixture.people.administrator.headers, 'content-type': 'application/json' },
      payload: `{"name": "Hosting", "sites": [1], "price": ${price}}`,
    })
    expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
    expect(await count()).toBe(0)
  })

  it.each([-1, '-0.01', 'abc', '', null, 1e12, '0.123456789', '1,5', true, [1]])('%j as a price', async (price) => {
    expect(await refusal({ price })).toHaveProperty('price')
  })

  it.each([
    ['name', ''],
    ['name', '  '],
    ['name', 'a\nb'],
    ['name', 'x'.repeat(201)],
    ['last_renewal', '2026-02-30'],
    ['last_renewal', '15.11.2026'],
    ['url', 'javascript:alert(1)'],
    ['url', 'host.example'],
    ['product_color', 'red'],
    ['icon_hidden', 'plug'],
    ['note', 'x'.repeat(20_001)],
    ['sites', ['harbour']],
    ['sites', 'all'],
    ['colour', '#fff'],
  ])('%s: %j', async (field, value) => expect(await refusal({ [field]: value })).toSatisfy(hasField(field)))

  it('a body without fields', async () => {
    const { body } = await rest('POST /costs/add', {})
    expect(Object.keys(body.data.params)).toEqual(['name', 'price'])
  })
})

const hasField = (field: string) => (params: object) => Object.keys(params).some((key) => key.startsWith(field))

describe('is allowed for', () => {
  it('managers, not viewers or keys without the scope', async () => {
    const { manager, viewer, keys } = fixture.people
    expect((await add({}, manager.headers)).status).toBe(200)
    expect((await add({}, viewer.headers)).status).toBe(403)
    expect((await add({}, keys.read.headers)).status).toBe(403)
  })

  it('a limited key that sees all sites of the cost; ids it cannot see are unknown', async () => {
    const { limited } = fixture.people.keys
    expect((await add({ sites: [1, 4], groups: [2] }, limited.headers)).body.data).toMatchObject({ sites: [1, 4] })
    expect((await add({ sites: [2] }, limited.headers)).body.data.params).toEqual({ sites: 'contains unknown ids: 2' })
    expect((await add({ clients: [2] }, limited.headers)).body.data.params.clients).toBe('contains unknown ids: 2')
    // Tag 1 is also on site 3, and client 1 also has site 2.
    expect((await add({ groups: [1] }, limited.headers)).body.code).toBe('svc_permission_denied')
    expect((await add({ clients: [1] }, limited.headers)).body.code).toBe('svc_permission_denied')
    expect(await count()).toBe(1)
  })
})

it('returns the same errors in a dry run and adds nothing', async () => {
  expect((await add({ dry_run: true })).body.data).toMatchObject({
    dry_run: true,
    would_affect: [{ name: 'Hosting', price: 25.5 }],
    count: 1,
  })
  expect(await refusal({ dry_run: true, sites: [99] })).toHaveProperty('sites')
  expect((await add({ dry_run: true, groups: [1] }, fixture.people.keys.limited.headers)).status).toBe(403)
  expect(await count()).toBe(0)
})
