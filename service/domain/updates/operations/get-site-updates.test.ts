import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()

describe('get-site-updates', () => {
  it('lists the pending updates of a site, with a summary', async () => {
    const { body } = await fixture.ability('get-site-updates', { site_id_or_domain: 'site-3.example' })
    expect(body).toMatchObject({
      site_id: 3,
      site_url: 'https://site-3.example/',
      site_name: 'Site 3',
      updates: [
        { type: 'plugin', slug: 'forms/forms.php', current_version: '1.9', new_version: '2.1', step: 'major' },
        { type: 'theme', slug: 'harbour', name: 'Harbour', step: 'minor' },
      ],
      summary: { core: 0, plugins: 1, themes: 1, translations: 0, total: 2 },
    })
  })

  it('can be filtered by type', async () => {
    const { body } = await fixture.ability('get-site-updates', { site_id: 1, types: ['core', 'translations'] })
    expect(body.summary).toEqual({ core: 1, plugins: 0, themes: 0, translations: 2, total: 3 })
    expect((await fixture.ability('get-site-updates', { site_id: 1, types: ['cores'] })).status).toBe(400)
  })

  it('leaves out ignored updates', async () => {
    await fixture.ability('ignore-site-core', { site_id_or_domain: 1, action: 'add' })
    const { body } = await fixture.ability('get-site-updates', { site_id_or_domain: 1 })
    expect(body.summary).toMatchObject({ core: 0, total: 5 })
  })

  it('returns 404 for a site that does not exist or is outside the limits of the key', async () => {
    expect((await fixture.ability('get-site-updates', { site_id_or_domain: 99 })).status).toBe(404)
    const { headers } = fixture.people.keys.limited
    expect((await fixture.ability('get-site-updates', { site_id_or_domain: 2 }, headers)).status).toBe(404)
    expect((await fixture.ability('get-site-updates', { site_id_or_domain: 1 }, headers)).status).toBe(200)
  })
})
