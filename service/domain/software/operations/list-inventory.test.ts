import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedSoftware } from '../../../testing/seed-software.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

const forms = { slug: 'forms/forms.php', name: 'Forms' }
beforeEach(async () => {
  await seedSites(fixture.service.db, 4)
  await seedSoftware(fixture.service.db, [
    { site_id: 1, ...forms, version: '2.0' },
    { site_id: 2, ...forms, version: '1.9', active: false },
    { site_id: 3, ...forms, version: '2.0' },
    { site_id: 4, ...forms, name: 'Buy pills', version: '2.0', active: false },
    { site_id: 2, slug: 'shop/main.php', name: 'The 100 % Shop' },
    { site_id: 3, slug: 'a-theme', name: 'A Theme', kind: 'theme' },
  ])
})

describe('list-inventory', () => {
  it('counts the sites of every plugin, in total and by version, the most common first', async () => {
    const { status, body } = await rest('GET /inventory')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: 1, total: 2, page: 1, per_page: 1000, pages: 1 })
    expect(body.data).toEqual([
      {
        type: 'plugin',
        slug: 'forms/forms.php',
        name: 'Forms',
        sites: 4,
        active: 2,
        versions: [
          { version: '2.0', sites: 3, active: 2 },
          { version: '1.9', sites: 1, active: 0 },
        ],
        latest_version: '2.0',
        updates: 0,
        vulnerable: 0,
        abandoned: false,
        last_updated: null,
      },
      expect.objectContaining({ slug: 'shop/main.php', name: 'The 100 % Shop', sites: 1 }),
    ])
  })

  it('counts themes in the same way', async () => {
    expect((await rest('GET /inventory?type=theme')).body.data).toMatchObject([{ type: 'theme', slug: 'a-theme' }])
  })

  it.each([
    ['FORM', 'forms/forms.php'],
    ['the 100 %', 'shop/main.php'],
    ['main.php', 'shop/main.php'],
  ])('finds %j in names and slugs', async (search, slug) => {
    const { body } = await rest(`GET /inventory?search=${encodeURIComponent(search)}`)
    expect(body).toMatchObject({ total: 1, data: [{ slug }] })
  })

  it.each(['100_', 'nowhere', '%_%'])('takes %j literally', async (search) => {
    expect((await rest(`GET /inventory?search=${encodeURIComponent(search)}`)).body).toMatchObject({
      total: 0,
      data: [],
    })
  })

  it('is paged in the requested order; the total is right beyond the last page', async () => {
    const { body } = await rest('GET /inventory?orderby=sites&order=asc&per_page=1')
    expect(body).toMatchObject({ total: 2, pages: 2, data: [{ slug: 'shop/main.php' }] })
    expect((await rest('GET /inventory?page=7')).body).toMatchObject({ total: 2, data: [] })
    const { body: bySlug } = await rest('GET /inventory?orderby=slug&order=desc')
    expect(bySlug.data[0].slug).toBe('shop/main.php')
  })

  it('counts only the sites that a limited key may see', async () => {
    const { headers } = fixture.people.keys.limited
    const { body } = await rest('GET /inventory', undefined, headers)
    expect(body).toMatchObject({ total: 1, data: [{ sites: 1, versions: [{ version: '2.0', sites: 1 }] }] })
    expect((await rest('GET /inventory?search=shop', undefined, headers)).body.total).toBe(0)
  })

  it('returns the newest version, pending updates and abandoned items', async () => {
    const { db } = fixture.service
    await db.pool.query(`update site_software set last_updated = '2020-02-01' where slug = 'shop/main.php'`)
    await db.pool.query(`update site_software set last_updated = '2025-02-01' where slug = 'forms/forms.php'`)
    const update = `insert into site_updates (site_id, first_seen_at, type, slug, name, current_version, new_version, step, ignored)`
    await db.pool.query(`${update} values (1, now(), 'plugin', 'forms/forms.php', 'Forms', '2.0', '2.10', 'minor', false),
      (2, now(), 'plugin', 'forms/forms.php', 'Forms', '1.9', '2.9', 'major', false),
      (3, now(), 'plugin', 'forms/forms.php', 'Forms', '2.0', '3.0', 'major', true)`)
    const { body } = await rest('GET /inventory/plugins')
    expect(body.data).toMatchObject([
      { slug: 'forms/forms.php', latest_version: '2.10', updates: 2, abandoned: false, last_updated: '2025-02-01' },
      { slug: 'shop/main.php', latest_version: '1.0', updates: 0, abandoned: true, last_updated: '2020-02-01' },
    ])
    expect((await rest('GET /inventory/plugins?abandoned=true')).body).toMatchObject({
      total: 1,
      data: [{ slug: 'shop/main.php' }],
    })
    const { headers } = fixture.people.keys.limited
    expect((await rest('GET /inventory/plugins', undefined, headers)).body.data).toMatchObject([
      { latest_version: '2.10', updates: 1 },
    ])
    expect((await rest('GET /inventory/themes?abandoned=true&search=a', undefined, headers)).body.data).toEqual([])
  })
})
