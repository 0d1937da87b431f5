import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

const first = {
  name: 'Hosting',
  price: '25.5',
  payment_type: 'subscription',
  license_type: 'multi_site',
  product_type: 'hosting',
  product_slug: 'box',
  renewal_type: 'monthly',
  last_renewal: '2026-11-01',
  payment_method: 'paypal',
  cost_tracker_status: 'onhold',
  url: 'https://host.example/',
  note: 'n',
  product_color: '#112233',
  icon_hidden: 'deficon:archive',
  sites: [1, 2],
  groups: [1],
  clients: [2],
}
beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await rest('POST /costs/add', first)
})

const edit = (fields: object, headers?: Record<string, string>) => rest('PATCH /costs/1/edit', fields, headers)
const read = async () => (await rest('GET /costs/1')).body.data

describe('an edit', () => {
  it('changes only the given fields and returns the cost', async () => {
    const before = await read()
    fixture.service.clock.advance(60_000)
    const { status, body } = await edit({ price: 30, cost_tracker_status: 'active' })
    expect([status, body.message]).toEqual([200, 'Cost updated.'])
    expect(body.data).toEqual({
      ...before,
      price: 30,
      cost_tracker_status: 'active',
      cost_status: 'active',
      updated_at: '2026-11-15T09:01:00Z',
    })
    expect(await read()).toEqual(body.data)
  })

  it('resets fields to their default with null and with ""', async () => {
    const clearable = {
      ...first,
      sites: undefined,
      groups: undefined,
      clients: undefined,
      name: undefined,
      price: undefined,
    }
    const usual = {
      payment_type: 'subscription',
      license_type: 'single_site',
      product_type: 'other',
      product_slug: '',
      renewal_type: 'disabled',
      last_renewal: null,
      payment_method: null,
      cost_tracker_status: 'active',
      url: '',
      note: '',
      product_color: null,
      icon_hidden: null,
    }
    for (const cleared of ['', null]) {
      await edit(first)
      const fields = Object.keys(clearable).filter((field) => clearable[field as keyof typeof clearable] !== undefined)
      const { body } = await edit(Object.fromEntries(fields.map((field) => [field, cleared])))
      expect(body.data).toMatchObject({ ...usual, name: 'Hosting', price: 25.5, sites: [1, 2] })
    }
  })

  it('replaces targets kind by kind', async () => {
    expect((await edit({ sites: [3] })).body.data).toMatchObject({ sites: [3], groups: [1], clients: [2] })
    expect((await edit({ groups: [], clients: null })).body.data).toMatchObject({ sites: [3], groups: [], clients: [] })
    expect((await edit({ clients: [1, 3], sites: [] })).body.data).toMatchObject({ sites: [], clients: [1, 3] })
  })

  it('changes nothing without fields, not even updated_at', async () => {
    const before = await read()
    fixture.service.clock.advance(60_000)
    expect((await edit({})).body.data).toEqual(before)
  })

  it('also accepts POST and PUT', async () => {
    expect((await rest('POST /costs/1/edit', { name: 'A' })).body.data.name).toBe('A')
    expect((await rest('PUT /costs/1/edit', { name: 'B' })).body.data.name).toBe('B')
  })

  it('of one field does not overwrite a concurrent edit of another', async () => {
    const edits = Array.from({ length: 10 }, (_, index) => [edit({ price: index }), edit({ note: `note ${index}` })])
    expect((await Promise.all(edits.flat())).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await read()).toMatchObject({ name: 'Hosting', sites: [1, 2], note: expect.stringMatching(/^note \d$/) })
  })
})

describe('refuses', () => {
  it('to remove the last target, unless there was none before', async () => {
    const { status, body } = await edit({ sites: [], groups: [], clients: [] })
    expect([status, body.data.params]).toEqual([
      400,
      { sites: 'at least one of sites, groups and clients must not be empty' },
    ])
    expect(await read()).toMatchObject({ sites: [1, 2], groups: [1], clients: [2] })
    await fixture.service.db.pool.query('delete from cost_targets')
    expect((await edit({ note: 'orphaned' })).body.data).toMatchObject({ note: 'orphaned', sites: [] })
  })

  it('what add-cost refuses', async () => {
    const { body } = await edit({ name: '', price: null, sites: [9], product_type: 'x', extra: 1 })
    expect(Object.keys(body.data.params).sort()).toEqual(['extra', 'name', 'price'])
    expect((await edit({ sites: [9], product_type: 'x' })).body.data.params).toMatchObject({
      sites: 'contains unknown ids: 9',
      product_type: expect.stringContaining('must be one of: plugin'),
    })
  })

  it('returns 404 for an unknown cost', async () => {
    expect((await rest('PATCH /costs/9/edit', { name: 'A' })).body).toMatchObject({ code: 'svc_cost_not_found' })
    expect((await rest('PATCH /costs/hosting/edit', { name: 'A' })).status).toBe(400)
  })

  it('viewers, and limited keys that do not see all sites of the cost', async () => {
    const { viewer, keys } = fixture.people
    expect((await edit({ note: 'x' }, viewer.headers)).status).toBe(403)
    expect((await edit({ note: 'x' }, keys.limited.headers)).body.code).toBe('svc_permission_denied')
    await edit({ sites: [1], groups: [], clients: [] })
    expect((await edit({ note: 'mine' }, keys.limited.headers)).body.data).toMatchObject({ note: 'mine' })
    expect((await edit({ groups: [1] }, keys.limited.headers)).body.code).toBe('svc_permission_denied')
    await edit({ sites: [2] })
    expect((await edit({ note: 'x' }, keys.limited.headers)).body.code).toBe('svc_cost_not_found')
    await edit({ sites: [1], clients: [3] })
    expect((await edit({ note: 'x' }, keys.limited.headers)).body.code).toBe('svc_permission_denied')
  })
})

it('returns the cost in a dry run and changes nothing', async () => {
  const before = await read()
  expect((await edit({ name: 'New', dry_run: true })).body.data).toMatchObject({
    dry_run: true,
    id: 1,
    name: 'Hosting',
    would_affect: [{ id: 1, name: 'Hosting' }],
  })
  expect((await edit({ dry_run: true })).body.data.count).toBe(0)
  expect((await edit({ sites: [9], dry_run: true })).status).toBe(400)
  expect(await read()).toEqual(before)
})
