import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)

const everything = {
  name: '  Acme GmbH ',
  client_email: ' Info@Acme.example ',
  client_phone: '+49 30 1',
  address_1: 'Street 1',
  address_2: 'Floor 2',
  city: 'Berlin',
  state: 'BE',
  zip: '10115',
  country: 'Germany',
  note: 'Two\nlines',
  client_facebook: 'fb',
  client_twitter: 'tw',
  client_instagram: 'ig',
  client_linkedin: 'li',
}
const count = async () => (await ability('count-clients')).body.total

describe('add-client as an ability', () => {
  it('returns the new client like get-client, with trimmed texts', async () => {
    const { status, body } = await ability('add-client', everything)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: 1,
      name: 'Acme GmbH',
      email: 'Info@Acme.example',
      phone: '+49 30 1',
      status: 'active',
      sites_count: 0,
      created_at: '2026-11-15T09:00:00Z',
      updated_at: '2026-11-15T09:00:00Z',
      contacts: [],
      address_1: 'Street 1',
      address_2: 'Floor 2',
      city: 'Berlin',
      state: 'BE',
      zip: '10115',
      country: 'Germany',
      note: 'Two\nlines',
      facebook: 'fb',
      twitter: 'tw',
      instagram: 'ig',
      linkedin: 'li',
      custom_fields: {},
    })
    expect((await ability('get-client', { client_id_or_email: 1 })).body).toEqual(body)
  })

  it('needs only a name, which need not be unique', async () => {
    expect((await ability('add-client', { name: 'Same' })).body).toMatchObject({ id: 1, email: '', phone: '' })
    expect((await ability('add-client', { name: 'Same', client_email: '' })).body).toMatchObject({ id: 2, email: '' })
  })

  it('gets the given sites, also from another client', async () => {
    const [one, two, three] = await seedSites(fixture.service.db, 3)
    const first = await ability('add-client', { name: 'First', selected_sites: [one!.id, two!.id, two!.id] })
    expect(first.body.sites_count).toBe(2)
    const second = await ability('add-client', { name: 'Second', selected_sites: `${two!.id},${three!.id}` })
    expect(second.body.sites_count).toBe(2)
    expect((await ability('count-client-sites', { client_id_or_email: 1 })).body.sites_count).toBe(1)
  })

  it('returns the fields that clients of the established product expect', async () => {
    const { body } = await aliased('add-client', { name: 'Old friend' })
    expect(body).toMatchObject({ suspended: 0, created: '2026-11-15T09:00:00Z', status: 'active' })
    expect((await ability('add-client', { name: 'New friend' })).body).not.toHaveProperty('suspended')
  })
})

describe('add-client over REST', () => {
  it('returns the envelope with client_email', async () => {
    const { status, body } = await rest('POST /clients/add', everything)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: 1,
      message: 'Client added.',
      data: {
        id: 1,
        name: 'Acme GmbH',
        client_email: 'Info@Acme.example',
        client_phone: '+49 30 1',
        client_facebook: 'fb',
      },
    })
    expect(body.data).not.toHaveProperty('email')
  })

  it('accepts a form as well as JSON', async () => {
    const { headers } = fixture.people.administrator
    const { body } = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/clients/add',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=Form+AG&client_email=a%40form.example',
    })
    expect(body.data).toMatchObject({ name: 'Form AG', client_email: 'a@form.example' })
  })
})

describe('add-client refuses', () => {
  it('invalid names, e-mail addresses, texts and unknown fields', async () => {
    const refused: [string, object, string][] = [
      ['no name', {}, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a blank name', { name: '   ' }, 'name'],
      ['no name at all', { name: null }, 'name'],
      ['a name of two lines', { name: 'a\nb' }, 'name'],
      ['a name without end', { name: 'x'.repeat(201) }, 'name'],
      ['an e-mail address without a host', { name: 'A', client_email: 'a@' }, 'client_email'],
      ['an e-mail address without a dot', { name: 'A', client_email: 'a@b' }, 'client_email'],
      ['two e-mail addresses', { name: 'A', client_email: 'a@b.example,c@d.example' }, 'client_email'],
      ['an e-mail address in brackets', { name: 'A', client_email: '<a@b.example>' }, 'client_email'],
      ['a phone number with a line break', { name: 'A', client_phone: '1\r\n2' }, 'client_phone'],
      ['a note with a NUL character', { name: 'A', note: 'a\0b' }, 'note'],
      ['an address that is no text', { name: 'A', address_1: { street: 1 } }, 'address_1'],
      ['a status', { name: 'A', status: 'lead' }, 'status'],
      ['the read name of a field', { name: 'A', email: 'a@b.example' }, 'email'],
      ['all sites by a text', { name: 'A', selected_sites: 'all' }, 'selected_sites[0]'],
    ]
    for (const [what, input, field] of refused) {
      const { status, body } = await ability('add-client', input)
      expect(status, what).toBe(400)
      expect(body.code, what).toBe('svc_invalid_input')
      expect(Object.keys(body.data.params), what).toEqual([field])
    }
    expect(await count()).toBe(0)
  })

  it('unknown sites, before anything is stored', async () => {
    const [site] = await seedSites(fixture.service.db, 1)
    const { status, body } = await ability('add-client', { name: 'A', selected_sites: [site!.id, 98, 99] })
    expect(status).toBe(400)
    expect(body.data.params.selected_sites).toContain('98, 99')
    expect(await count()).toBe(0)
  })

  it('the e-mail address of another client, ignoring case', async () => {
    await ability('add-client', { name: 'A', client_email: 'info@acme.example' })
    const { status, body } = await rest('POST /clients/add', { name: 'B', client_email: 'INFO@Acme.example' })
    expect(status).toBe(409)
    expect(body).toMatchObject({ success: 0, code: 'svc_already_exists' })
    expect(await count()).toBe(1)
  })

  it('one of two concurrent calls with the same e-mail address', async () => {
    const responses = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => ability('add-client', { name, client_email: 'info@acme.example' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('viewers, and keys that may only read', async () => {
    for (const { headers } of [fixture.people.viewer, fixture.people.keys.read]) {
      expect((await ability('add-client', { name: 'A' }, headers)).status).toBe(403)
    }
  })
})

describe('custom fields', () => {
  it('are accepted as a map, with names in any case', async () => {
    await rest('POST /clients/fields/add', { name: 'VAT', description: 'VAT number' })
    await rest('POST /clients/fields/add', { name: 'Contract' })
    const { body } = await ability('add-client', { name: 'A', custom_fields: { vat: 'DE1', Contract: '' } })
    expect(body.custom_fields).toEqual({ VAT: 'DE1' })
  })

  it('are accepted as the list of the established product, which may describe a new field', async () => {
    const custom_fields = [
      { field_name: 'VAT', field_value: 'DE1', field_desc: 'VAT number' },
      { field_name: 'Contract', field_value: '2027', field_desc: '' },
    ]
    const { body } = await rest('POST /clients/add', { name: 'A', custom_fields })
    expect(body.data.custom_fields).toEqual({ Contract: '2027', VAT: 'DE1' })
    const { body: fields } = await rest('GET /clients/fields')
    expect(fields.data).toMatchObject([
      { name: 'Contract', description: '' },
      { name: 'VAT', description: 'VAT number' },
    ])
  })

  it('must exist; the error lists those that do', async () => {
    await rest('POST /clients/fields/add', { name: 'VAT' })
    for (const custom_fields of [{ Tax: '1' }, [{ field_name: 'Tax', field_value: '1' }]]) {
      const { status, body } = await ability('add-client', { name: 'A', custom_fields })
      expect(status).toBe(400)
      expect(body.data.params.custom_fields).toBe('has unknown fields: Tax; known fields: VAT')
    }
    expect(await count()).toBe(0)
  })

  it('accept texts only', async () => {
    await rest('POST /clients/fields/add', { name: 'VAT' })
    expect((await ability('add-client', { name: 'A', custom_fields: { VAT: { a: 1 } } })).status).toBe(400)
    expect((await ability('add-client', { name: 'A', custom_fields: 'VAT' })).status).toBe(400)
  })
})

describe('a dry run of add-client', () => {
  it('returns the consequences and stores nothing', async () => {
    const [site] = await seedSites(fixture.service.db, 1)
    await ability('add-client', { name: 'Owner', selected_sites: [site!.id] })
    const custom_fields = [{ field_name: 'VAT', field_value: '1', field_desc: '' }]
    const { body } = await ability('add-client', { name: 'B', selected_sites: [1], custom_fields, dry_run: true })
    expect(body).toEqual({
      dry_run: true,
      would_affect: [{ name: 'B', email: '' }],
      count: 1,
      warnings: ['https://site-1.example/ would leave the client it has now.', 'The client field VAT would be added.'],
    })
    expect(await count()).toBe(1)
    expect((await rest('GET /clients/fields')).body.total).toBe(0)
    expect((await ability('count-client-sites', { client_id_or_email: 1 })).body.sites_count).toBe(1)
  })

  it('refuses what the real call would refuse', async () => {
    await ability('add-client', { name: 'A', client_email: 'a@b.example' })
    const dry_run = true
    expect((await ability('add-client', { name: 'B', client_email: 'A@b.example', dry_run })).status).toBe(409)
    expect((await ability('add-client', { name: 'B', selected_sites: [7], dry_run })).status).toBe(400)
    expect((await ability('add-client', { name: 'B', custom_fields: { x: '1' }, dry_run })).status).toBe(400)
  })
})

describe('a key that is limited to certain sites', () => {
  it('adds a client only with some of its sites', async () => {
    await seedSites(fixture.service.db, 2)
    const { headers } = fixture.people.keys.limited
    expect((await ability('add-client', { name: 'A' }, headers)).body.code).toBe('svc_permission_denied')
    expect((await ability('add-client', { name: 'A', selected_sites: [1, 2] }, headers)).status).toBe(400)
    expect((await ability('add-client', { name: 'A', selected_sites: [1] }, headers)).body.sites_count).toBe(1)
  })

  it('does not learn whether another client has an e-mail address', async () => {
    await seedSites(fixture.service.db, 1)
    await ability('add-client', { name: 'Unseen', client_email: 'taken@b.example' })
    const { headers } = fixture.people.keys.limited
    const add = (client_email: string, more = {}) =>
      ability('add-client', { name: 'A', selected_sites: [1], client_email, ...more }, headers)
    for (const more of [{}, { dry_run: true }]) {
      const [taken, free] = [await add('taken@b.example', more), await add('free@b.example', more)]
      expect([taken.status, taken.body.code]).toEqual([403, 'svc_permission_denied'])
      expect(free.body).toEqual(taken.body)
    }
  })
})
