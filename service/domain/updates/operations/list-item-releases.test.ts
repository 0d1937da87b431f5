import { describe, expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun({ sites: 3 })
const { rest, ability } = fixture
const releases = async () => (await rest(`GET /updates/items/plugin/${encodeURIComponent(forms)}/releases`)).body.data

describe('list-item-releases', () => {
  it('lists the versions with what came of their updates', async () => {
    expect(await releases()).toEqual([
      { version: '1.0', sites: 3, installed: 0, rolled_back: 0, failed: 0, held: null, last_at: null },
    ])
    fixture.sites[1]!.onUpdate(forms, 'download-failure')
    for (const site of [1, 2]) await ability('update-site-plugins', { site_id_or_domain: site, slugs: [forms] })
    expect(await releases()).toMatchObject([
      { version: '1.1', sites: 1, installed: 1, failed: 1, last_at: expect.any(String) },
      { version: '1.0', sites: 2, installed: 0, failed: 0 },
    ])
  })

  it('is about WordPress too', async () => {
    const { body } = await rest('GET /updates/items/core/wordpress/releases')
    expect(body.data).toMatchObject([{ version: '6.8.1', sites: 3 }])
  })
})
