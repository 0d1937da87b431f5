import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

beforeEach(async () => {
  await seedSites(fixture.service.db, 3)
  for (const name of ['one', 'two', 'three']) await ability('add-tag', { name, color: '#3498DB' })
  await seedSiteTags(fixture.service.db, 1, [3, 1])
})

describe('get-tag', () => {
  it('returns the tag with its sites', async () => {
    expect((await ability('get-tag', { tag_id: 1 })).body).toEqual({
      id: 1,
      name: 'one',
      color: '#3498db',
      sites_count: 2,
      sites_ids: [1, 3],
      created_at: '2026-11-15T09:00:00Z',
      updated_at: '2026-11-15T09:00:00Z',
    })
    expect((await rest('GET /tags/1')).body).toMatchObject({ success: 1, data: { id: 1, sites_count: 2 } })
  })

  it('returns 404 for unknown tags', async () => {
    expect((await ability('get-tag', { tag_id: 99 })).body.code).toBe('svc_tag_not_found')
    expect((await rest('GET /tags/99')).status).toBe(404)
  })

  it('refuses invalid ids', async () => {
    for (const tag_id of ['one', 0, null, 1.5]) expect((await ability('get-tag', { tag_id })).status).toBe(400)
    expect((await ability('get-tag')).status).toBe(400)
  })

  it('returns to a limited key the tags of its limits and sites', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await ability('get-tag', { tag_id: 1 }, headers)).body).toMatchObject({ sites_count: 1, sites_ids: [1] })
    expect((await ability('get-tag', { tag_id: 2 }, headers)).status).toBe(200)
    expect((await ability('get-tag', { tag_id: 3 }, headers)).status).toBe(404)
  })
})
