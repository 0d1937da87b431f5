import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 5)
  await ability('add-client', { name: 'zeta', client_email: 'z@a.example', selected_sites: [1, 2] })
  await ability('add-client', { name: 'Acme', selected_sites: [3] })
  await ability('add-client', { name: 'Without', selected_sites: [4] })
  await ability('add-tag', { name: 'Prod' })
  await seedSiteTags(fixture.service.db, 1, [1, 2, 3, 5])
})

describe('get-tag-clients', () => {
  it('returns the clients of tagged sites with the number of those sites', async () => {
    expect((await ability('get-tag-clients', { tag_id: 1 })).body).toEqual({
      tag_id: 1,
      tag_name: 'Prod',
      clients: [
        { id: 2, name: 'Acme', email: '', status: 'active', sites_with_tag: 1 },
        { id: 1, name: 'zeta', email: 'z@a.example', status: 'active', sites_with_tag: 2 },
      ],
      page: 1,
      per_page: 20,
      total: 2,
    })
    const second = await ability('get-tag-clients', { tag_id: 1, page: 2, per_page: 1 })
    expect(second.body).toMatchObject({ clients: [{ id: 1 }], page: 2, per_page: 1, total: 2 })
  })

  it('returns client_email over REST', async () => {
    const { body } = await rest('GET /tags/1/clients?per_page=1&page=2')
    expect(body).toMatchObject({ success: 1, total: 2, pages: 2, data: [{ id: 1, client_email: 'z@a.example' }] })
  })

  it('returns to a limited key the clients of its sites', async () => {
    const { body } = await ability('get-tag-clients', { tag_id: 1 }, fixture.people.keys.limited.headers)
    expect(body).toMatchObject({ total: 1, clients: [{ id: 1, sites_with_tag: 1 }] })
  })

  it('returns 404 for unknown ids', async () => {
    expect((await rest('GET /tags/9/clients')).body.code).toBe('svc_tag_not_found')
    expect((await ability('get-tag-clients', { tag_id: 1, per_page: 500 })).status).toBe(400)
  })

  it('also returns items for clients of the established product', async () => {
    const { body } = await aliased('get-tag-clients', { tag_id: 1 })
    expect(body.items).toMatchObject([{ client_id: 2, suspended: 0 }, { client_id: 1 }])
  })
})
