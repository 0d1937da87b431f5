import { describe, expect, it } from 'vitest'
import { updatesScene } from '../testing/updates-scene.ts'

const scene = updatesScene()
const ignore = (action: string, slugs: unknown, more: object = {}) =>
  scene.ability('ignore-site-plugins', { site_id_or_domain: 1, action, slugs, ...more })
const waits = '1 plugin forms/forms.php 2.0'

describe('ignore-site-plugins', () => {
  it('ignores plugins on a site, takes one back, and says what the site ignores then', async () => {
    const { body } = await ignore('add', ['shop/shop.php', 'forms/forms.php', 'forms/forms.php'])
    expect(body).toMatchObject({
      success: true,
      site_id: 1,
      action: 'add',
      plugins_ignored: ['forms/forms.php', 'shop/shop.php'],
    })
    expect(await scene.waiting()).not.toContain(waits)
    expect((await ignore('remove', ['forms/forms.php'])).body).toMatchObject({
      plugins_ignored: ['shop/shop.php'],
      notes: [],
    })
    expect(await scene.waiting()).toContain(waits)
  })

  it('tells clients of the established product what they look for', async () => {
    const input = { site_id_or_domain: 1, action: 'add', slugs: ['forms/forms.php'] }
    const { body } = await scene.aliased('ignore-site-plugins', input)
    expect(body).toMatchObject({ success: true, message: 'Updates ignored.', ignored_count: 1 })
    const { body: site } = await scene.aliased('get-site-updates', { site_id_or_domain: 1 })
    expect(site.rollback_items).toEqual({ plugins: [], themes: [] })
  })

  it('ignores one version alone', async () => {
    await ignore('add', ['forms/forms.php'], { version: '0.1' })
    expect(await scene.waiting()).toContain(waits)
    expect((await ignore('add', ['forms/forms.php'], { version: '2.0' })).body.plugins_ignored).toEqual([
      'forms/forms.php',
    ])
    expect(await scene.waiting()).not.toContain(waits)
  })

  it('plans, refuses and finds', async () => {
    expect((await ignore('add', ['forms/forms.php'], { dry_run: true })).body).toMatchObject({ count: 1, site_id: 1 })
    expect(await scene.waiting()).toContain(waits)
    expect((await ignore('add', [])).status).toBe(400)
    expect((await ignore('add', ['forms/forms.php', '../x'])).status).toBe(400)
    expect((await ignore('hide', ['forms/forms.php'])).status).toBe(400)
    expect((await ignore('add', ['forms/forms.php'], { site_id_or_domain: 'nowhere.example' })).status).toBe(404)
  })
})
