import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { peopledHouse } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { seedSoftware } from '../testing/seed-software.ts'

const scene = peopledHouse()
const { rest } = callers(scene)

const forms = { slug: 'forms/forms.php', name: 'Forms' }
beforeEach(async () => {
  await seedSites(scene.house.db, 4)
  await seedSoftware(scene.house.db, [
    { site_id: 1, ...forms, version: '2.0' },
    { site_id: 2, ...forms, version: '1.9', active: false },
    { site_id: 3, ...forms, version: '2.0' },
    { site_id: 4, ...forms, name: 'Buy pills', version: '2.0', active: false },
    { site_id: 2, slug: 'shop/main.php', name: 'The 100 % Shop' },
    { site_id: 3, slug: 'a-theme', name: 'A Theme', kind: 'theme' },
  ])
})

describe('list-inventory', () => {
  it('counts the sites of every plugin, in all and by version, the commonest first', async () => {
    const { status, body } = await rest('GET /inventory')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: 1, total: 2, page: 1, per_page: 50, pages: 1 })
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
      },
      expect.objectContaining({ slug: 'shop/main.php', name: 'The 100 % Shop', sites: 1 }),
    ])
  })

  it('does the same for themes', async () => {
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

  it.each(['100_', 'nowhere', '%_%'])('takes %j as it is written', async (search) => {
    expect((await rest(`GET /inventory?search=${encodeURIComponent(search)}`)).body).toMatchObject({
      total: 0,
      data: [],
    })
  })

  it('comes in pages and in the wanted order; the total stays right beyond the last page', async () => {
    const { body } = await rest('GET /inventory?orderby=sites&order=asc&per_page=1')
    expect(body).toMatchObject({ total: 2, pages: 2, data: [{ slug: 'shop/main.php' }] })
    expect((await rest('GET /inventory?page=7')).body).toMatchObject({ total: 2, data: [] })
    const { body: bySlug } = await rest('GET /inventory?orderby=slug&order=desc')
    expect(bySlug.data[0].slug).toBe('shop/main.php')
  })

  it('counts only the sites that a limited key may see', async () => {
    const { headers } = scene.people.keys.limited
    const { body } = await rest('GET /inventory', undefined, headers)
    expect(body).toMatchObject({ total: 1, data: [{ sites: 1, versions: [{ version: '2.0', sites: 1 }] }] })
    expect((await rest('GET /inventory?search=shop', undefined, headers)).body.total).toBe(0)
  })
})
