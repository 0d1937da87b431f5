import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 4)
  await ability('add-client', { name: 'Acme', client_email: 'info@acme.example', selected_sites: [3, 1, 2] })
  await ability('suspend-site', { site_id_or_domain: 2 })
})

describe('get-client-sites', () => {
  it('returns a page of sites sorted by address', async () => {
    const input = { client_id_or_email: 'info@acme.example', page: 1, per_page: 2 }
    const { status, body } = await ability('get-client-sites', input)
    expect(status).toBe(200)
    expect(body).toEqual({
      client_id: 1,
      client_name: 'Acme',
      sites: [
        { id: 1, url: 'https://site-1.example/', name: 'Site 1', status: 'connected', client_id: 1 },
        { id: 2, url: 'https://site-2.example/', name: 'Site 2', status: 'suspended', client_id: 1 },
      ],
      page: 1,
      per_page: 2,
      total: 3,
    })
    expect((await ability('get-client-sites', { ...input, page: 2 })).body.sites).toMatchObject([{ id: 3 }])
  })

  it('returns paging and total over REST', async () => {
    const { body, headers } = await rest('GET /clients/info%40acme.example/sites?per_page=1&page=3')
    expect(body).toMatchObject({ success: 1, total: 3, page: 3, per_page: 1, pages: 3, data: [{ id: 3 }] })
    expect(headers['x-wp-total']).toBe('3')
    expect((await rest('GET /clients/1/sites')).body.data).toHaveLength(3)
  })

  it('returns only the sites of a limited key', async () => {
    const { headers } = fixture.people.keys.limited
    const { body } = await ability('get-client-sites', { client_id_or_email: 1 }, headers)
    expect(body).toMatchObject({ total: 1, sites: [{ id: 1 }] })
  })

  it('returns 404 for unknown ids', async () => {
    expect((await ability('get-client-sites', { client_id_or_email: 9 })).body.code).toBe('svc_client_not_found')
    expect((await ability('get-client-sites', { client_id_or_email: 1, per_page: 101 })).status).toBe(400)
    expect((await ability('get-client-sites', {})).body.data.params).toHaveProperty('client_id_or_email')
  })

  it('also returns items for clients of the established product', async () => {
    const { body } = await aliased('get-client-sites', { client_id_or_email: 1 })
    expect(body.items).toEqual(body.sites)
  })
})
