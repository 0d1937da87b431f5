import { describe, expect, it } from 'vitest'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const { ability, rest } = fixture
const input = { site_id_or_domain: 1 }
const slugs = (body: { plugins: { slug: string }[] }) => body.plugins.map(({ slug }) => slug)

const on = {
  slug: 'on/on.php',
  name: 'On',
  version: '1.0',
  active: true,
  update_version: '1.1',
  must_use: false,
  is_connector: false,
}
const off = { ...on, slug: 'off/off.php', name: 'Off', version: '2.0', active: false, update_version: null }

describe('get-site-plugins', () => {
  it('lists the plugins of the last sync by name, with the available version', async () => {
    await fixture.sync()
    const { body } = await ability('get-site-plugins', input)
    expect(body).toMatchObject({ site_id: 1, site_url: fixture.site.url, total: 3 })
    expect(body.plugins).toEqual([expect.objectContaining({ is_connector: true }), off, on])
  })

  it('lists nothing for a site that was never synced', async () => {
    expect((await ability('get-site-plugins', input)).body).toMatchObject({ plugins: [], total: 0 })
  })

  it('filters by status, update and a part of the name or slug', async () => {
    fixture.site.addPlugin({ file: 'watch.php', name: 'Watch', version: '1', mustUse: true })
    await fixture.sync()
    const chosen = async (filter: object) => slugs((await ability('get-site-plugins', { ...input, ...filter })).body)
    expect(await chosen({ status: 'inactive' })).toEqual(['off/off.php'])
    expect(await chosen({ status: 'active', has_update: false, search: 'child' })).toHaveLength(1)
    expect(await chosen({ has_update: true })).toEqual(['on/on.php'])
    expect(await chosen({ has_update: false, search: 'OFF' })).toEqual(['off/off.php'])
    expect(await chosen({ must_use: true })).toEqual(['watch.php'])
  })

  it('accepts any for all over REST, as clients of the established product send it', async () => {
    await fixture.sync()
    for (const what of ['plugins', 'themes']) {
      const all = (await rest(`GET /sites/1/${what}`)).body.data
      expect(all.length).toBeGreaterThan(0)
      expect((await rest(`GET /sites/1/${what}?status=any`)).body.data).toEqual(all)
    }
  })

  it('answers over REST with the site beside the list', async () => {
    await fixture.sync()
    const { body, headers } = await rest('GET /sites/1/plugins?status=active&has_update=true')
    expect(body).toMatchObject({
      success: 1,
      message: 'Retrieved successfully.',
      total: 1,
      page: 1,
      per_page: 1,
      pages: 1,
      site: { id: 1, name: 'Site 1', url: fixture.site.url, client_id: null },
      data: [on],
    })
    expect(headers['x-wp-total']).toBe('1')
  })

  it('is paged on request; the total counts all', async () => {
    await fixture.sync()
    const { body } = await rest('GET /sites/1/plugins?page=2&per_page=2')
    expect(body).toMatchObject({ total: 3, page: 2, per_page: 2, pages: 2, data: [on] })
  })

  it('answers a batch, one list per site', async () => {
    await fixture.sync()
    const { body } = await rest('POST /batch', { sites: { plugins: [1, fixture.other.url, 9] } })
    expect(body.sites.plugins).toMatchObject([
      { id: 1, success: 1, total: 3, site: { id: 1 }, data: [{}, off, on] },
      { id: fixture.other.url, success: 1, total: 3, site: { id: 2 } },
      { id: 9, success: 0, error: { code: 'svc_site_not_found' } },
    ])
  })

  it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
    expect((await ability('get-site-plugins', { site_id_or_domain: 9 })).status).toBe(404)
    const { headers } = fixture.people.keys.limited
    expect((await ability('get-site-plugins', { site_id_or_domain: 1 }, headers)).status).toBe(200)
    expect((await ability('get-site-plugins', { site_id_or_domain: 2 }, headers)).status).toBe(404)
  })

  it('refuses an unknown status and lists the known ones', async () => {
    const { status, body } = await ability('get-site-plugins', { ...input, status: 'broken' })
    expect([status, body.data.params.status]).toEqual([400, 'must be one of: all, active, inactive'])
  })
})
