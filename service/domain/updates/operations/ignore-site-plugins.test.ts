import { describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const ignore = (action: string, slugs: unknown, more: object = {}) =>
  fixture.ability('ignore-site-plugins', { site_id_or_domain: 1, action, slugs, ...more })
const waits = '1 plugin forms/forms.php 2.0'

describe('ignore-site-plugins', () => {
  it('ignores plugins on a site, stops ignoring one, and returns what the site ignores', async () => {
    const { body } = await ignore('add', ['shop/shop.php', 'forms/forms.php', 'forms/forms.php'])
    expect(body).toMatchObject({
      success: true,
      site_id: 1,
      action: 'add',
      plugins_ignored: ['forms/forms.php', 'shop/shop.php'],
    })
    expect(await fixture.pendingUpdates()).not.toContain(waits)
    expect((await ignore('remove', ['forms/forms.php'])).body).toMatchObject({
      plugins_ignored: ['shop/shop.php'],
      notes: [],
    })
    expect(await fixture.pendingUpdates()).toContain(waits)
  })

  it('returns the fields of the established product', async () => {
    const input = { site_id_or_domain: 1, action: 'add', slugs: ['forms/forms.php'] }
    const { body } = await fixture.aliased('ignore-site-plugins', input)
    expect(body).toMatchObject({ success: true, message: 'Updates ignored.', ignored_count: 1 })
    const { body: site } = await fixture.aliased('get-site-updates', { site_id_or_domain: 1 })
    expect(site.rollback_items).toEqual({ plugins: [], themes: [] })
  })

  it('ignores only one version', async () => {
    await ignore('add', ['forms/forms.php'], { version: '0.1' })
    expect(await fixture.pendingUpdates()).toContain(waits)
    expect((await ignore('add', ['forms/forms.php'], { version: '2.0' })).body.plugins_ignored).toEqual([
      'forms/forms.php',
    ])
    expect(await fixture.pendingUpdates()).not.toContain(waits)
  })

  it('supports a dry run, refuses wrong input and returns 404', async () => {
    expect((await ignore('add', ['forms/forms.php'], { dry_run: true })).body).toMatchObject({ count: 1, site_id: 1 })
    expect(await fixture.pendingUpdates()).toContain(waits)
    expect((await ignore('add', [])).status).toBe(400)
    expect((await ignore('add', ['forms/forms.php', '../x'])).status).toBe(400)
    expect((await ignore('hide', ['forms/forms.php'])).status).toBe(400)
    expect((await ignore('add', ['forms/forms.php'], { site_id_or_domain: 'nowhere.example' })).status).toBe(404)
  })
})
