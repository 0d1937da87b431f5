import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const get = async (address: string, headers?: Record<string, string>) =>
  (await fixture.rest(`GET ${address}`, undefined, headers)).body
const sitesOf = (body: { data: object }) => Object.keys(body.data).map(Number)

describe('GET /updates', () => {
  it('returns all pending updates, by site, type and slug', async () => {
    const body = await get('/updates')
    expect(body).toMatchObject({ success: 1, total: 3, pages: 1, summary: { plugins: 4, total: 9 } })
    expect(body.data[3]).toEqual({
      wp: {},
      plugins: {
        'forms/forms.php': expect.objectContaining({
          Name: 'Forms',
          Version: '1.9',
          step: 'major',
          update: expect.objectContaining({ new_version: '2.1', plugin: 'forms/forms.php' }),
        }),
      },
      themes: { harbour: expect.objectContaining({ Name: 'Harbour' }) },
      translations: {},
    })
    expect(body.data[1].wp).toEqual({ Name: 'WordPress', current: '6.8.1', new: '6.9', step: 'major' })
    expect(body.data[1].translations.forms).toEqual({
      Name: 'Forms',
      type: 'plugin',
      slug: 'forms',
      languages: ['de_DE', 'fr_FR'].map((language) => ({ type: 'plugin', language, version: '1.0' })),
    })
  })

  it.each([
    ['type=wp', [1], ['wp']],
    ['type=core', [1], ['wp']],
    ['type=themes', [1, 3], ['themes']],
    ['type=plugins,translations', [1, 2, 3], ['plugins', 'translations']],
    ['type=all', [1, 2, 3], ['wp', 'plugins', 'themes', 'translations']],
  ])('%s', async (query, sites, kinds) => {
    const body = await get(`/updates?${query}`)
    expect([sitesOf(body), Object.keys(body.data[sites[0]!])]).toEqual([sites, kinds])
  })

  it.each([
    ['include=2,3', [2, 3]],
    ['include=1,2&exclude=1', [2]],
    ['exclude=1', [2, 3]],
    ['search=shop', [1]],
    ['search=HARB&type=themes', [1, 3]],
    ['search=harb&type=plugins', []],
    ['include=99', []],
  ])('%s finds the sites %j and counts them', async (query, sites) => {
    const body = await get(`/updates?${query}`)
    expect([sitesOf(body), body.total]).toEqual([sites, sites.length])
  })

  it('shows only the matching updates of a site', async () => {
    const { data, summary } = await get('/updates?search=shop')
    expect([Object.keys(data[1].plugins), data[1].themes, summary.total]).toEqual([['shop/shop.php'], {}, 1])
  })

  it('shows only the types or fields that _fields names', async () => {
    const whole = (await fixture.rest('GET /updates')).body.data
    const plugins = (await fixture.rest('GET /updates?_fields=plugins')).body.data
    expect(plugins[1]).toEqual({ plugins: whole[1].plugins })
    const names = (await fixture.rest('GET /updates/1?_fields=Name')).body.data.plugins
    for (const [slug, { Name }] of Object.entries<{ Name: string }>(whole[1].plugins))
      expect(names[slug]).toEqual({ Name })
  })

  it('is paged by site', async () => {
    const body = await get('/updates?page=2&per_page=2')
    expect([sitesOf(body), body.total, body.pages]).toEqual([[3], 3, 2])
  })

  it('leaves out ignored updates', async () => {
    await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php' })
    const body = await get('/updates')
    expect(sitesOf(body)).toEqual([1, 3])
    expect(body.data[3].plugins).toEqual({})
  })

  it('shows a limited key only its own sites', async () => {
    const { headers } = fixture.people.keys.limited
    expect(sitesOf(await get('/updates', headers))).toEqual([1])
    expect(await get('/updates?include=2,3', headers)).toMatchObject({ total: 0, data: {} })
  })

  it('refuses unknown types', async () => {
    expect((await fixture.rest('GET /updates?type=foo')).status).toBe(400)
    expect((await fixture.rest('GET /updates?sort=foo')).status).toBe(400)
  })
})

describe('GET /updates/{id_or_domain}', () => {
  it('returns the pending updates of one site, by type and slug', async () => {
    const { data, summary } = await get('/updates/site-3.example')
    expect([Object.keys(data), Object.keys(data.plugins)]).toEqual([
      ['wp', 'plugins', 'themes', 'translations'],
      ['forms/forms.php'],
    ])
    expect(summary).toEqual({ core: 0, plugins: 1, themes: 1, translations: 0, total: 2 })
    expect(Object.keys((await get('/updates/1?type=plugins&search=shop')).data.plugins)).toEqual(['shop/shop.php'])
  })

  it('is empty without pending updates, and 404 for an unknown site', async () => {
    await fixture.service.db.updateTable('site_updates').set({ ignored: true }).where('site_id', '=', 2).execute()
    expect((await get('/updates/2')).data).toEqual({ wp: {}, plugins: {}, themes: {}, translations: {} })
    expect((await fixture.rest('GET /updates/99')).status).toBe(404)
    expect((await fixture.rest('GET /updates/2', undefined, fixture.people.keys.limited.headers)).status).toBe(404)
  })
})
