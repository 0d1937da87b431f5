import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 3)
  await ability('add-client', { name: 'Acme', client_email: 'Info+a@Acme.example', selected_sites: [1, 2] })
  await ability('add-client', { name: 'Beta', selected_sites: [3] })
})

describe('get-client', () => {
  it('finds a client by id or e-mail address, ignoring case', async () => {
    for (const ref of [1, '1', 'Info+a@Acme.example', 'info+A@acme.EXAMPLE', ' info+a@acme.example ']) {
      const { status, body } = await ability('get-client', { client_id_or_email: ref })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: 1,
        name: 'Acme',
        email: 'Info+a@Acme.example',
        status: 'active',
        sites_count: 2,
      })
    }
  })

  it('returns 404 for unknown clients', async () => {
    for (const ref of [99, '99', 'unknown@acme.example', 'Acme', 'info+a@acme', '1234567890123456']) {
      const { status, body } = await ability('get-client', { client_id_or_email: ref })
      expect(status).toBe(404)
      expect(body.code).toBe('svc_client_not_found')
    }
  })

  it('refuses invalid references', async () => {
    for (const ref of [0, -1, 1.5, '', null, [1], true]) {
      const { status, body } = await ability('get-client', { client_id_or_email: ref })
      expect(status).toBe(400)
      expect(body.data.params).toHaveProperty('client_id_or_email')
    }
  })

  it('responds to GET like the established product', async () => {
    const { headers } = fixture.people.viewer
    const url = '/api/v1/abilities/svc/get-client-v1/run?input[client_id_or_email]=info%2Ba%40acme.example'
    expect((await fixture.service.request({ url, headers })).body).toMatchObject({ id: 1 })
    expect((await aliased('get-client', { client_id_or_email: 1 })).body).toMatchObject({ suspended: 0, name: 'Acme' })
  })

  it('returns client_email over REST, and accepts percent-encoded e-mail addresses', async () => {
    for (const ref of ['1', 'info+a@acme.example', 'info%2Ba%40acme.example']) {
      const { body } = await rest(`GET /clients/${ref}`)
      expect(body).toMatchObject({ success: 1, data: { id: 1, client_email: 'Info+a@Acme.example', sites_count: 2 } })
      expect(body.data).not.toHaveProperty('email')
    }
    expect((await rest('GET /clients/99')).body).toMatchObject({ success: 0, code: 'svc_client_not_found' })
  })

  it('returns only the fields of _fields', async () => {
    expect((await rest('GET /clients/1?_fields=client_email')).body.data).toEqual({
      id: 1,
      client_email: 'Info+a@Acme.example',
    })
  })

  it('returns to a limited key the clients of its sites, and counts only those sites', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await ability('get-client', { client_id_or_email: 1 }, headers)).body.sites_count).toBe(1)
    expect((await rest('GET /clients/2', undefined, headers)).status).toBe(404)
  })
})
