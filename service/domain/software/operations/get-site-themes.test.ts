import { describe, expect, it } from 'vitest'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const { ability, rest } = fixture
const input = { site_id_or_domain: 1 }

const now = {
  slug: 'now',
  name: 'Now',
  version: '1.0',
  active: true,
  update_version: null,
  parent_of_active: false,
}
const spare = { ...now, slug: 'spare', name: 'Spare', version: '2.0', active: false, update_version: '2.1' }

describe('get-site-themes', () => {
  it('lists the themes of the last sync with the active one', async () => {
    await fixture.sync()
    const { body } = await ability('get-site-themes', input)
    expect(body).toMatchObject({ site_id: 1, site_url: fixture.site.url, active_theme: 'now', total: 2 })
    expect(body.themes).toEqual([now, spare])
  })

  it('has no active theme before the first sync', async () => {
    expect((await ability('get-site-themes', input)).body).toMatchObject({ active_theme: '', themes: [], total: 0 })
  })

  it('marks the parent of the active theme', async () => {
    fixture.site.addTheme({ slug: 'child', name: 'Child', version: '1', parent: 'spare' })
    fixture.site.activeTheme = 'child'
    await fixture.sync()
    const { body } = await ability('get-site-themes', { ...input, search: 'spare' })
    expect(body).toMatchObject({ active_theme: 'child', themes: [{ slug: 'spare', parent_of_active: true }] })
  })

  it('filters by status and update, and still returns the active one', async () => {
    await fixture.sync()
    const { body } = await ability('get-site-themes', { ...input, status: 'inactive' })
    expect(body).toMatchObject({ active_theme: 'now', themes: [spare], total: 1 })
    expect((await ability('get-site-themes', { ...input, has_update: false })).body.themes).toEqual([now])
  })

  it('answers over REST and in a batch with the site beside the list', async () => {
    await fixture.sync()
    const { body } = await rest('GET /sites/1/themes?status=active')
    expect(body).toMatchObject({ success: 1, total: 1, active_theme: 'now', site: { id: 1 }, data: [now] })
    const batch = await rest('POST /sites/batch', { themes: [2, { id: 1, status: 'inactive' }] })
    expect(batch.body.themes).toMatchObject([
      { id: 2, success: 1, total: 2, site: { id: 2 } },
      { id: 1, success: 1, data: [spare] },
    ])
  })

  it('returns 404 for sites beyond the limits of a key', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await ability('get-site-themes', { site_id_or_domain: 2 }, headers)).status).toBe(404)
  })
})
