import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedSoftware } from '../../../testing/seed-software.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

const slug = 'forms/forms.php'
beforeEach(async () => {
  await seedSites(fixture.service.db, 4)
  await seedSoftware(fixture.service.db, [
    { site_id: 1, slug, version: '9.9' },
    { site_id: 2, slug, version: '10.0', active: false },
    { site_id: 3, slug, version: '9.9' },
    { site_id: 4, slug: 'other/other.php' },
  ])
  await fixture.service.db
    .insertInto('site_updates')
    .values({
      site_id: 1,
      type: 'plugin',
      slug,
      name: 'Forms',
      current_version: '9.9',
      new_version: '10.0',
      step: 'major',
      first_seen_at: new Date(),
    } as never)
    .execute()
})

const sitesOf = (body: { data: { site_id: number }[] }) => body.data.map(({ site_id }) => site_id)

describe('list-inventory-sites', () => {
  it('lists the sites of an item, the newest version first, with the number of sites per version', async () => {
    const { body } = await rest(`GET /inventory/sites?slug=${slug}`)
    expect(body).toMatchObject({ success: 1, total: 3 })
    expect(sitesOf(body)).toEqual([2, 1, 3])
    expect(body.versions).toEqual([
      { version: '10.0', sites: 1, active: 0 },
      { version: '9.9', sites: 2, active: 2 },
    ])
    expect(body.data[1]).toEqual({
      site_id: 1,
      site_url: 'https://site-1.example/',
      site_name: 'Site 1',
      name: slug,
      version: '9.9',
      active: true,
      update_version: '10.0',
    })
    expect(body.data[2].update_version).toBeNull()
  })

  it('is sorted by version or by name, in both directions', async () => {
    const { db } = fixture.service
    for (const [id, name] of [
      [1, 'zebra'],
      [2, 'Bakery 10'],
      [3, 'bakery 9'],
    ] as const)
      await db.updateTable('sites').set({ name }).where('id', '=', id).execute()
    const sorted = async (query: string) => sitesOf((await rest(`GET /inventory/sites?slug=${slug}${query}`)).body)
    expect(await sorted('')).toEqual([2, 1, 3])
    expect(await sorted('&order=asc')).toEqual([1, 3, 2])
    expect(await sorted('&orderby=name')).toEqual([3, 2, 1])
    expect(await sorted('&orderby=name&order=desc')).toEqual([1, 2, 3])
    expect(await sorted('&orderby=name&per_page=1&page=2')).toEqual([2])
  })

  it('can be filtered by version, and is paged', async () => {
    const { body } = await rest(`GET /inventory/sites?slug=${slug}&version=9.9&per_page=1&page=2`)
    expect([body.total, sitesOf(body)]).toEqual([2, [3]])
  })

  it('is empty for an item that no site has', async () => {
    expect((await rest('GET /inventory/sites?slug=none/none.php')).body).toMatchObject({ total: 0, data: [] })
    expect((await rest(`GET /inventory/sites?slug=${slug}&type=theme`)).body.total).toBe(0)
    expect((await rest('GET /inventory/sites')).status).toBe(400)
  })

  it('shows a limited key its own sites', async () => {
    const { body } = await rest(`GET /inventory/sites?slug=${slug}`, undefined, fixture.people.keys.limited.headers)
    expect([body.total, sitesOf(body), body.versions.length]).toEqual([1, [1], 1])
  })

  it('has a route for every plugin and theme', async () => {
    const { body } = await rest(`GET /inventory/plugins/${encodeURIComponent(slug)}/sites?version=9.9`)
    expect([body.total, sitesOf(body)]).toEqual([2, [1, 3]])
    expect((await rest(`GET /inventory/themes/${encodeURIComponent(slug)}/sites`)).body.total).toBe(0)
  })
})
