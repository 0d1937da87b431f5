import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'
import { seedSoftware } from '../../../testing/seed-software.ts'
import { setUpSoftware } from '../testing/set-up-software.ts'

describe('get-abandoned-plugins', () => {
  const fixture = setUpService()
  const { ability, aliased, rest } = callers(fixture)
  const slugsOf = (body: { items: { slug: string }[] }) => body.items.map(({ slug }) => slug)

  // Today is 2026-11-15; 730 days earlier was 2024-11-15.
  beforeEach(async () => {
    await seedSites(fixture.service.db, 3)
    await seedSoftware(fixture.service.db, [
      { site_id: 1, slug: 'edge/edge.php', last_updated: '2024-11-15' },
      { site_id: 1, slug: 'fresh/fresh.php', last_updated: '2024-11-16' },
      { site_id: 1, slug: 'listed/listed.php' },
      { site_id: 2, slug: 'ancient/ancient.php', name: 'Ancient', version: '0.9', last_updated: '2015-03-02' },
      { site_id: 3, slug: 'ancient/ancient.php', last_updated: '2015-03-02' },
      { site_id: 3, slug: 'a-theme', kind: 'theme', last_updated: '2015-03-02' },
    ])
  })

  it('lists items without a release for 730 days, the oldest first, over all sites', async () => {
    const { status, body } = await ability('get-abandoned-plugins')
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3, page: 1, per_page: 50 })
    expect(body.items.map((item: { site_id: number; slug: string }) => [item.site_id, item.slug])).toEqual([
      [2, 'ancient/ancient.php'],
      [3, 'ancient/ancient.php'],
      [1, 'edge/edge.php'],
    ])
    expect(body.items[0]).toEqual({
      site_id: 2,
      site_url: 'https://site-2.example/',
      site_name: 'Site 2',
      slug: 'ancient/ancient.php',
      name: 'Ancient',
      version: '0.9',
      active: true,
      last_updated: '2015-03-02',
      days_since_update: 4276,
    })
    expect(body.items[2].days_since_update).toBe(730)
  })

  it('grows as time passes', async () => {
    fixture.service.clock.advance(24 * 3600 * 1000)
    expect(slugsOf((await ability('get-abandoned-plugins')).body)).toContain('fresh/fresh.php')
  })

  it('is paged', async () => {
    const { body } = await ability('get-abandoned-plugins', { page: 2, per_page: 2 })
    expect([slugsOf(body), body.total]).toEqual([['edge/edge.php'], 3])
    expect((await ability('get-abandoned-plugins', { page: 9 })).body).toMatchObject({ items: [], total: 3 })
    expect((await ability('get-abandoned-plugins', { per_page: 0 })).status).toBe(400)
  })

  it('can be filtered by site', async () => {
    const { body } = await ability('get-abandoned-plugins', { site_id_or_domain: 'site-2.example' })
    expect(body).toMatchObject({ total: 1, items: [{ site_id: 2 }], site: { id: 2 } })
    expect((await ability('get-abandoned-plugins', { site_id: 9 })).status).toBe(404)
  })

  it('shows a limited key its own sites, in the list and in the total', async () => {
    await fixture.service.db
      .insertInto('tags')
      .values({ id: 2, name: 'Two', created_at: new Date(), updated_at: new Date() } as never)
      .execute()
    await seedSiteTags(fixture.service.db, 2, [3])
    const { headers } = fixture.people.keys.limited
    const { body } = await ability('get-abandoned-plugins', {}, headers)
    expect(body.items.map(({ site_id }: { site_id: number }) => site_id)).toEqual([3, 1])
    expect(body.total).toBe(2)
    expect((await ability('get-abandoned-plugins', { site_id: 2 }, headers)).status).toBe(404)
  })

  it('answers over REST, for one site with the site beside the list', async () => {
    const { body } = await rest('GET /sites/1/plugins/abandoned')
    expect(body).toMatchObject({ success: 1, total: 1, site: { id: 1 }, data: [{ slug: 'edge/edge.php' }] })
    const { body: all } = await rest('GET /plugins/abandoned?per_page=1')
    expect(all).toMatchObject({ success: 1, total: 3, pages: 3, data: [{ site_id: 2 }] })
    expect(all).not.toHaveProperty('site')
  })

  it('is read by GET, and gives clients of the established product their own list', async () => {
    const url = '/api/v1/abilities/svc/get-abandoned-plugins-v1/run?input[per_page]=1'
    const { body } = await fixture.service.request({ url, headers: fixture.people.viewer.headers })
    expect(body.items).toHaveLength(1)
    expect((await aliased('get-abandoned-plugins', { site_id_or_domain: 1 })).body).toMatchObject({
      plugins: [{ slug: 'edge/edge.php', days_since_update: 730 }],
      total: 1,
    })
  })
})

describe('the abandoned plugins that a site reports', () => {
  const fixture = setUpSoftware()

  it('are used as far as their dates are old enough', async () => {
    const on = (date: string) => ({ on: Date.parse(date) / 1000 })
    fixture.site.addPlugin({ file: 'old/old.php', name: 'Old', version: '1', release: on('2019-05-06T23:00:00Z') })
    fixture.site.addPlugin({ file: 'odd/odd.php', name: 'Odd', version: '1', release: on('1970-01-01T00:00:00Z') })
    // The first sync only makes the site check them.
    await fixture.sync()
    expect((await fixture.ability('get-abandoned-plugins')).body.total).toBe(0)
    await fixture.sync()
    const { body } = await fixture.ability('get-abandoned-plugins')
    expect(body.items).toMatchObject([{ site_id: 1, slug: 'old/old.php', last_updated: '2019-05-06' }])
  })
})
