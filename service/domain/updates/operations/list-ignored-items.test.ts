import { beforeEach, describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const get = async (address: string) => (await fixture.rest(`GET ${address}`)).body

beforeEach(async () => {
  await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php', version: '2.0' })
  await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php', version: '2.1' })
  await fixture.rest('POST /updates/1/ignore/plugins', { slug: 'forms/forms.php' })
  await fixture.rest('POST /updates/1/ignore/themes')
})

describe('GET /updates/ignored', () => {
  it('returns the items that are ignored on every site, by type and slug', async () => {
    expect((await get('/updates/ignored')).data).toEqual({
      wp: {},
      plugins: { 'forms/forms.php': { Name: 'Forms', ignored_versions: ['2.0', '2.1'], on_every_site: true } },
      themes: {},
    })
  })

  it('can be filtered', async () => {
    expect((await get('/updates/ignored?type=themes')).data).toEqual({ themes: {} })
    expect((await get('/updates/ignored?type=plugins&search=shop')).data).toEqual({ plugins: {} })
    expect((await fixture.rest('GET /updates/ignored?type=foo')).status).toBe(400)
  })
})

describe('GET /updates/{id_or_domain}/ignored', () => {
  it('returns the items that are ignored on a site, by its own rules or those for every site', async () => {
    expect((await get('/updates/site-1.example/ignored')).data).toEqual({
      wp: [],
      plugins: [
        {
          slug: 'forms/forms.php',
          Name: 'Forms',
          ignored_versions: ['2.0', '2.1', 'all_versions'],
          on_every_site: true,
        },
      ],
      themes: [{ slug: '*', Name: 'All themes', ignored_versions: ['all_versions'], on_every_site: false }],
    })
    expect((await get('/updates/2/ignored?type=themes')).data).toEqual({ themes: [] })
    expect((await get('/updates/2/ignored?search=form')).data.plugins).toMatchObject([{ slug: 'forms/forms.php' }])
  })

  it('returns 404 for a site that does not exist or is outside the limits of the key', async () => {
    expect((await fixture.rest('GET /updates/99/ignored')).status).toBe(404)
    expect((await fixture.rest('GET /updates/2/ignored', undefined, fixture.people.keys.limited.headers)).status).toBe(
      404,
    )
  })
})
