import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const get = async (address: string, headers?: Record<string, string>) =>
  (await fixture.rest(`GET /updates/items/${address}`, undefined, headers)).body
const sitesOf = (body: { data: { site_id: number }[] }) => body.data.map(({ site_id }) => site_id)
const forms = `plugin/${encodeURIComponent('forms/forms.php')}/sites`

describe('GET /updates/items/{type}/{slug}/sites', () => {
  it('lists the sites with a pending update of an item', async () => {
    const body = await get(forms)
    expect([body.total, sitesOf(body)]).toEqual([3, [1, 2, 3]])
    expect(body.data[1]).toEqual({
      site_id: 2,
      site_url: 'https://site-2.example/',
      site_name: 'Site 2',
      status: 'connected',
      condition: {
        state: 'unknown',
        reason: 'Connected, but not synced yet.',
        cause: 'never_synced',
        detail: '',
        since: '2026-11-01T08:00:00Z',
      },
      name: 'Forms',
      current_version: '1.9',
      new_version: '2.0',
      step: 'major',
      active: true,
      has_package: true,
      first_seen_at: '2026-11-10T08:00:00Z',
      reason: expect.objectContaining({ code: 'ask', action: 'ask', until: null }),
    })
  })

  it('can be filtered by version, and is paged', async () => {
    expect(sitesOf(await get(`${forms}?version=2.0`))).toEqual([1, 2])
    const body = await get(`${forms}?per_page=2&page=2`)
    expect([body.total, sitesOf(body)]).toEqual([3, [3]])
  })

  it.each(['core', 'wp'])('accepts WordPress as %s', async (type) => {
    expect(sitesOf(await get(`${type}/wordpress/sites`))).toEqual([1])
  })

  it('is empty for an item without pending updates, and refuses unknown types', async () => {
    expect(await get('themes/nowhere/sites')).toMatchObject({ total: 0, data: [] })
    expect((await fixture.rest('GET /updates/items/widget/x/sites')).status).toBe(400)
  })

  it('leaves out sites that ignore it or that a limited key may not see', async () => {
    expect(sitesOf(await get(forms, fixture.people.keys.limited.headers))).toEqual([1])
    await fixture.rest('POST /updates/2/ignore/plugins', { slug: 'forms/forms.php' })
    expect(sitesOf(await get(forms))).toEqual([1, 3])
  })
})
