import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const edit = (fields: object, ref: number | string = 1) =>
  ability('update-client', { client_id_or_email: ref, ...fields })
const read = async (id = 1) => (await ability('get-client', { client_id_or_email: id })).body

beforeEach(async () => {
  await seedSites(fixture.service.db, 4)
  await rest('POST /clients/fields/add', { name: 'VAT' })
  await ability('add-client', {
    name: 'Acme',
    client_email: 'info@acme.example',
    client_phone: '1',
    city: 'Berlin',
    note: 'n',
    custom_fields: { VAT: 'DE1' },
    selected_sites: [1, 2],
  })
  await ability('add-client', { name: 'Beta', client_email: 'info@beta.example', selected_sites: [3] })
  fixture.service.clock.advance(60_000)
})

describe('update-client', () => {
  it('changes only the given fields', async () => {
    const before = await read()
    const { status, body } = await edit({ city: ' Bonn ' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, city: 'Bonn', updated_at: '2026-11-15T09:01:00Z' })
    expect(await read()).toEqual(body)
  })

  it('replaces the contacts, keeps their ids, and refuses those of another client', async () => {
    const ada = { name: ' Ada ', role: 'Owner', email: 'ada@acme.example', is_primary: true }
    const { contacts } = (await edit({ contacts: [ada, { name: 'Bob', linkedin: 'bob' }] })).body
    const none = { role: '', email: '', phone: '', note: '', facebook: '', twitter: '', instagram: '', linkedin: '' }
    expect(contacts).toEqual([
      { ...none, ...ada, id: expect.any(Number), name: 'Ada' },
      { ...none, id: expect.any(Number), name: 'Bob', linkedin: 'bob', is_primary: false },
    ])
    await edit({ city: 'Bonn' })
    expect((await read()).contacts).toEqual(contacts)
    const [first, second] = contacts
    const swapped = [{ ...second, is_primary: true }, { name: 'Cleo' }]
    expect((await edit({ contacts: swapped })).body.contacts).toMatchObject([
      { id: second.id, name: 'Bob', is_primary: true },
      { name: 'Cleo', is_primary: false },
    ])
    for (const wrong of [
      [{ id: first.id, name: 'Ada' }],
      [{ name: ' ' }],
      [{ name: 'Ada', email: 'ada' }],
      [ada, { ...ada, name: 'Bob' }],
      [second, second],
    ])
      expect((await edit({ contacts: wrong })).status, JSON.stringify(wrong)).toBe(400)
    expect((await edit({ contacts: [] })).body.contacts).toEqual([])
  })

  it('clears with null and with ""', async () => {
    const cleared = { client_email: '', client_phone: null, city: '', note: null, custom_fields: { VAT: null } }
    expect((await edit(cleared)).body).toMatchObject({ email: '', phone: '', city: '', note: '', custom_fields: {} })
  })

  it('changes nothing when nothing is given', async () => {
    const before = await read()
    expect((await edit({})).body).toEqual(before)
    expect((await rest('PUT /clients/1/edit', {})).status).toBe(200)
    expect(await read()).toEqual(before)
  })

  it('finds the client by e-mail address, which it may change at the same time', async () => {
    const { body } = await edit({ client_email: 'new@acme.example' }, 'INFO@acme.example')
    expect(body).toMatchObject({ id: 1, email: 'new@acme.example' })
    expect((await edit({ city: 'Bonn' }, 'info@acme.example')).body.code).toBe('svc_client_not_found')
  })

  it('accepts its own e-mail address in another case, but not that of another client', async () => {
    expect((await edit({ client_email: 'INFO@ACME.example' })).body.email).toBe('INFO@ACME.example')
    const { status, body } = await edit({ client_email: 'Info@Beta.example', city: 'Bonn' })
    expect(status).toBe(409)
    expect(body.code).toBe('svc_already_exists')
    expect(await read()).toMatchObject({ email: 'INFO@ACME.example', city: 'Berlin' })
  })

  it('accepts POST, PUT and PATCH over REST', async () => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const { status, body } = await rest(`${method} /clients/info%40acme.example/edit`, { client_phone: method })
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: 1, message: 'Client updated.', data: { id: 1, client_phone: method } })
      expect(body.data.client_email).toBe('info@acme.example')
    }
  })

  it('refuses bad input and then changes nothing', async () => {
    const before = await read()
    const refused: [string, object, string][] = [
      ['an empty name', { name: ' ' }, 'name'],
      ['a name of null', { name: null }, 'name'],
      ['a bad e-mail address', { client_email: 'x' }, 'client_email'],
      ['unknown sites', { selected_sites: [1, 77] }, 'selected_sites'],
      ['unknown custom fields', { custom_fields: { Tax: '1' } }, 'custom_fields'],
      ['unknown fields', { suspended: 1 }, 'suspended'],
    ]
    for (const [what, fields, field] of refused) {
      const { status, body } = await edit({ city: 'Bonn', ...fields })
      expect(status, what).toBe(400)
      expect(Object.keys(body.data.params), what).toEqual([field])
    }
    expect(await read()).toEqual(before)
  })

  it('returns 404 for unknown clients', async () => {
    expect((await edit({ city: 'Bonn' }, 99)).body.code).toBe('svc_client_not_found')
    expect((await rest('PATCH /clients/x%40y.example/edit', { city: 'Bonn' })).status).toBe(404)
  })
})

describe('selected_sites', () => {
  it('replaces the sites of the client, also with sites of others', async () => {
    expect((await edit({ selected_sites: [2, 3, 4] })).body.sites_count).toBe(3)
    const owners = await fixture.service.db.selectFrom('sites').select(['id', 'client_id']).orderBy('id').execute()
    expect(owners.map(({ client_id }) => client_id)).toEqual([null, 1, 1, 1])
    expect((await read(2)).sites_count).toBe(0)
  })

  it.each([[[]], [null]])('removes all sites with %j', async (none) => {
    expect((await edit({ selected_sites: none })).body.sites_count).toBe(0)
  })

  it('suspends sites given to a suspended client, and leaves those taken from it unchanged', async () => {
    await ability('suspend-client', { client_id_or_email: 1 })
    await edit({ selected_sites: [1, 4] })
    const sites = await fixture.service.db
      .selectFrom('sites')
      .select(['client_id', 'suspended_by'])
      .orderBy('id')
      .execute()
    expect(sites).toEqual([
      { client_id: 1, suspended_by: 'client' },
      { client_id: null, suspended_by: 'client' },
      { client_id: 2, suspended_by: 'none' },
      { client_id: 1, suspended_by: 'client' },
    ])
  })
})

describe('a dry run of update-client', () => {
  it('lists the sites that would move and changes nothing', async () => {
    await ability('suspend-client', { client_id_or_email: 1 })
    const before = await read()
    const { body } = await edit({ name: 'New', selected_sites: [1, 3], dry_run: true })
    expect(body).toMatchObject({
      dry_run: true,
      client_id: 1,
      client_name: 'Acme',
      would_affect: [{ id: 1, name: 'Acme' }],
      count: 1,
      warnings: [
        'https://site-3.example/ would leave the client it has now.',
        'https://site-2.example/ would no longer have a client and keep the status it has.',
        'https://site-3.example/ would be suspended, as the client is.',
      ],
    })
    expect(await read()).toEqual(before)
  })

  it('refuses what the real call would refuse', async () => {
    expect((await edit({ client_email: 'info@beta.example', dry_run: true })).status).toBe(409)
    expect((await edit({ selected_sites: [9], dry_run: true })).status).toBe(400)
    expect((await edit({ dry_run: true }, 99)).status).toBe(404)
  })
})

describe('a key that is limited to certain sites', () => {
  const limited = (fields: object, id = 1) =>
    ability('update-client', { client_id_or_email: id, ...fields }, fixture.people.keys.limited.headers)

  it('may not change a client that also has other sites', async () => {
    expect((await limited({ city: 'Bonn' })).body.code).toBe('svc_permission_denied')
    expect((await limited({ city: 'Bonn', dry_run: true })).status).toBe(403)
    expect((await limited({ selected_sites: [1] })).status).toBe(403)
    expect((await limited({ city: 'Bonn' }, 2)).status).toBe(404)
    expect((await read()).city).toBe('Berlin')
  })

  it('may change a client if it sees all its sites, but add no site or field beyond its limits', async () => {
    await edit({ selected_sites: [1] })
    expect((await limited({ city: 'Bonn' })).body.city).toBe('Bonn')
    await ability('add-client', { name: 'Unseen', client_email: 'taken@b.example' })
    for (const more of [{}, { dry_run: true }]) {
      const taken = await limited({ client_email: 'taken@b.example', ...more })
      expect([taken.status, taken.body.code]).toEqual([403, 'svc_permission_denied'])
      expect((await limited({ client_email: 'free@b.example', ...more })).body).toEqual(taken.body)
    }
    expect((await limited({ client_email: null })).status).toBe(200)
    expect((await limited({ selected_sites: [1, 4] })).status).toBe(400)
    expect((await limited({ custom_fields: [{ field_name: 'New', field_desc: '' }] })).status).toBe(403)
    expect((await limited({ selected_sites: [] })).body.sites_count).toBe(0)
  })
})
