import { beforeEach, describe, expect, it } from 'vitest'
import { seedSiteTags } from '../../../testing/seed-sites.ts'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const get = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /updates/tags${query}`, undefined, headers)).body

beforeEach(async () => {
  const { db } = fixture.service
  await db.pool.query(`insert into tags (id, name, created_at, updated_at)
    values (1, 'Shops', now(), now()), (3, 'Blogs', now(), now()), (4, 'Empty', now(), now())`)
  await seedSiteTags(db, 1, [1, 2])
  await seedSiteTags(db, 3, [2, 3])
})

describe('GET /updates/tags', () => {
  it('counts pending updates on the sites of each tag by type and step', async () => {
    const body = await get()
    expect(body).toMatchObject({ success: 1, total: 2 })
    expect(body.data).toEqual([
      {
        tag_id: 1,
        tag_name: 'Shops',
        sites: 2,
        summary: { core: 1, plugins: 3, themes: 1, translations: 2, total: 7 },
        steps: { major: 3, minor: 1, patch: 1, unknown: 0 },
      },
      {
        tag_id: 3,
        tag_name: 'Blogs',
        sites: 2,
        summary: { core: 0, plugins: 2, themes: 1, translations: 0, total: 3 },
        steps: { major: 2, minor: 1, patch: 0, unknown: 0 },
      },
    ])
  })

  it('is paged', async () => {
    expect(await get('?per_page=1&page=2')).toMatchObject({ total: 2, data: [{ tag_id: 3 }] })
  })

  it('leaves out ignored updates and sites that a limited key may not see', async () => {
    await fixture.rest('POST /updates/3/ignore/plugins')
    expect((await get()).data[1]).toMatchObject({ tag_id: 3, summary: { plugins: 1, total: 2 }, steps: { major: 1 } })
    const { data, total } = await get('', fixture.people.keys.limited.headers)
    expect([total, data]).toMatchObject([1, [{ tag_id: 1, sites: 1, summary: { total: 6 } }]])
  })
})
