import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 4)
  await ability('add-tag', { name: 'Prod' })
  await seedSiteTags(fixture.service.db, 1, [3, 1, 2])
})

describe('get-tag-sites', () => {
  it('returns a page of sites sorted by address', async () => {
    expect((await ability('get-tag-sites', { tag_id: 1, per_page: 2 })).body).toEqual({
      tag_id: 1,
      tag_name: 'Prod',
      sites: [
        { id: 1, url: 'https://site-1.example/', name: 'Site 1', status: 'connected', client_id: null },
        { id: 2, url: 'https://site-2.example/', name: 'Site 2', status: 'connected', client_id: null },
      ],
      page: 1,
      per_page: 2,
      total: 3,
    })
  })

  it('returns paging and total over REST', async () => {
    const { body } = await rest('GET /tags/1/sites?page=2&per_page=2')
    expect(body).toMatchObject({ success: 1, total: 3, page: 2, per_page: 2, pages: 2, data: [{ id: 3 }] })
    expect((await rest('GET /tags/1/sites')).body.data).toHaveLength(3)
  })

  it('returns only the sites of a limited key', async () => {
    const { body } = await ability('get-tag-sites', { tag_id: 1 }, fixture.people.keys.limited.headers)
    expect(body).toMatchObject({ total: 1, sites: [{ id: 1 }] })
  })

  it('returns 404 for unknown ids', async () => {
    expect((await ability('get-tag-sites', { tag_id: 9 })).body.code).toBe('svc_tag_not_found')
    expect((await ability('get-tag-sites', { tag_id: 1, page: 0 })).status).toBe(400)
  })

  it('also returns items for clients of the established product', async () => {
    const { body } = await aliased('get-tag-sites', { tag_id: 1 })
    expect(body.items).toEqual(body.sites)
  })
})
