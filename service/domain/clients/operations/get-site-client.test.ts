import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await ability('add-client', { name: 'Acme', client_email: 'info@acme.example', selected_sites: [1] })
})

describe('get-site-client', () => {
  it.each([{ site_id_or_domain: 1 }, { site_id_or_domain: 'www.site-1.example' }, { site_id: 1 }])(
    'returns the client for %j',
    async (input) => {
      expect((await ability('get-site-client', input)).body).toEqual({
        site_id: 1,
        client: { id: 1, name: 'Acme', email: 'info@acme.example', status: 'active' },
      })
    },
  )

  it('returns null for a site without a client', async () => {
    expect((await ability('get-site-client', { site_id_or_domain: 2 })).body).toEqual({ site_id: 2, client: null })
    expect((await rest('GET /sites/2/client')).body).toMatchObject({ success: 1, data: null })
  })

  it('returns client_email over REST', async () => {
    expect((await rest('GET /sites/site-1.example/client')).body).toMatchObject({
      success: 1,
      message: 'Retrieved successfully.',
      data: { id: 1, name: 'Acme', client_email: 'info@acme.example', status: 'active' },
    })
  })

  it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
    expect((await ability('get-site-client', { site_id_or_domain: 9 })).body.code).toBe('svc_site_not_found')
    const { headers } = fixture.people.keys.limited
    expect((await ability('get-site-client', { site_id_or_domain: 2 }, headers)).status).toBe(404)
    expect((await ability('get-site-client', { site_id_or_domain: 1 }, headers)).body.client.name).toBe('Acme')
  })
})
