import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 3)
  await ability('add-client', { name: 'Acme', client_email: 'info@acme.example', selected_sites: [1, 2] })
})

describe('count-client-sites', () => {
  it('counts the sites of a client', async () => {
    const { body } = await ability('count-client-sites', { client_id_or_email: 'info@acme.example' })
    expect(body).toEqual({ client_id: 1, client_name: 'Acme', sites_count: 2 })
  })

  it('returns total over REST', async () => {
    expect((await rest('GET /clients/1/sites/count')).body).toMatchObject({
      success: 1,
      total: 2,
      data: { client_id: 1, sites_count: 2 },
    })
  })

  it('counts the visible sites of a limited key', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await ability('count-client-sites', { client_id_or_email: 1 }, headers)).body.sites_count).toBe(1)
  })

  it('returns 404 for unknown ids', async () => {
    expect((await ability('count-client-sites', { client_id_or_email: 9 })).status).toBe(404)
    expect((await ability('count-client-sites')).status).toBe(400)
  })

  it('also returns total for clients of the established product', async () => {
    expect((await aliased('count-client-sites', { client_id_or_email: 1 })).body.total).toBe(2)
  })
})
