import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 3)
  for (const [name, color] of [
    ['prod', '#f00'],
    ['Alpha', null],
    ['beta 50%', '#00ff00'],
  ]) {
    await ability('add-tag', { name, color })
  }
  await seedSiteTags(fixture.service.db, 1, [1, 2])
  await seedSiteTags(fixture.service.db, 3, [1])
})

describe('list-tags', () => {
  it('returns a page sorted by name, with the number of sites and the total', async () => {
    const { status, body } = await ability('list-tags', { per_page: 2 })
    expect(status).toBe(200)
    expect(body).toEqual({
      items: [
        {
          id: 2,
          name: 'Alpha',
          color: expect.stringMatching(/^#[0-9a-f]{6}$/),
          sites_count: 0,
          created_at: '2026-11-15T09:00:00Z',
        },
        { id: 3, name: 'beta 50%', color: '#00ff00', sites_count: 1, created_at: '2026-11-15T09:00:00Z' },
      ],
      page: 1,
      per_page: 2,
      total: 3,
    })
    expect((await ability('list-tags', { per_page: 2, page: 2 })).body.items).toMatchObject([{ id: 1, sites_count: 2 }])
  })

  it('filters and sorts', async () => {
    const questions: [object, number[]][] = [
      [{ search: 'A' }, [2, 3]],
      [{ search: '%' }, [3]],
      [{ search: 'zeta' }, []],
      [{ include: [1, 2, 99] }, [2, 1]],
      [{ exclude: '1' }, [2, 3]],
      [{ orderby: 'id', order: 'desc' }, [3, 2, 1]],
    ]
    for (const [input, ids] of questions) {
      const { body } = await ability('list-tags', input)
      expect(body.items.map(({ id }: { id: number }) => id)).toEqual(ids)
      expect(body.total).toBe(ids.length)
    }
  })

  it('returns a list over REST', async () => {
    const { body, headers } = await rest('GET /tags?page=1&per_page=1&orderby=id')
    expect(body).toMatchObject({ success: 1, total: 3, page: 1, per_page: 1, pages: 3 })
    expect(body.data).toMatchObject([{ id: 1, name: 'prod', color: '#ff0000', sites_count: 2, count_sites: 2 }])
    expect(headers['x-wp-totalpages']).toBe('3')
    expect((await rest('GET /tags')).body.data).toHaveLength(3)
  })

  it('refuses invalid input', async () => {
    for (const input of [{ per_page: 101 }, { page: 0 }, { include: ['x'] }, { orderby: 'color' }, { status: 'any' }]) {
      expect((await ability('list-tags', input)).status).toBe(400)
    }
  })

  it('returns to a limited key the tags of its limits and sites, and counts only those sites', async () => {
    // The key is limited to site 1 and tag 2.
    const { body } = await ability('list-tags', { orderby: 'id' }, fixture.people.keys.limited.headers)
    expect(body).toMatchObject({
      total: 3,
      items: [
        { id: 1, sites_count: 1 },
        { id: 2, sites_count: 0 },
        { id: 3, sites_count: 1 },
      ],
    })
    await fixture.service.db.deleteFrom('site_tags').where('site_id', '=', 1).execute()
    const later = await ability('list-tags', {}, fixture.people.keys.limited.headers)
    expect(later.body).toMatchObject({ total: 1, items: [{ id: 2 }] })
  })
})
