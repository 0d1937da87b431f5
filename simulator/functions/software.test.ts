import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Site } from '../site/site.ts'
import { call, keyPair, only, send, server, type Values } from '../testing/dashboard.ts'

let fleet: Fleet
let site: Site

beforeEach(async () => {
  fleet = await startFleet({ sites: 1 })
  site = fleet.sites[0]!
  site.connect({ publicKey: keyPair().publicKey, server })
  site.plugins = site.plugins.filter(({ entry }) => entry.slug === 'mainwp-child')
  site.addPlugin({ file: 'a/a.php', name: 'Apple Pie', version: '1.0', active: true })
  site.addPlugin({ file: 'b/b.php', name: 'Banana', version: '2.0', active: false })
  site.themes = []
  for (const slug of ['one', 'two', 'three']) site.addTheme({ slug, name: slug, version: '1.0' })
  site.activeTheme = 'one'
})
afterEach(() => fleet.close())

const list = async (name: string, values: Values) =>
  (await call(site.url, name, values)).payload.data.map(({ slug }: { slug: string }) => slug)
const act = (action: string, plugin: string) =>
  call(site.url, 'plugin_action', { action, plugin, syncdata: only('plugins') })
const actOnTheme = (action: string, theme: string) =>
  call(site.url, 'theme_action', { action, theme, syncdata: only() })
const install = (url: unknown, values: Values = {}) =>
  call(site.url, 'installplugintheme', { type: 'plugin', url: JSON.stringify(url), ...values })

describe('plugin lists', () => {
  const child = 'mainwp-child/mainwp-child.php'

  it('filter by status unless the filter is off', async () => {
    expect(await list('get_all_plugins', { status: 'active' })).toEqual(['a/a.php', child])
    expect(await list('get_all_plugins', {})).toEqual(['b/b.php'])
    expect(await list('get_all_plugins', { filter: 0 })).toEqual(['a/a.php', 'b/b.php', child])
  })

  it('filter by terms, or by their absence', async () => {
    expect(await list('get_all_plugins', { filter: 0, keyword: 'PIE, banana' })).toEqual(['a/a.php', 'b/b.php'])
    expect(await list('get_all_plugins', { filter: 0, keyword: 'pie', not_criteria: 1 })).toEqual(['b/b.php', child])
  })

  it('return all that is installed when nothing matched and it was requested', async () => {
    const { payload } = await call(site.url, 'get_all_plugins', { filter: 0, keyword: 'zebra', not_installed: 1 })
    expect(payload.data).toEqual([])
    expect(payload.installed_plugins).toHaveLength(3)
  })
})

describe('plugin actions', () => {
  it('work on lists and report the changes', async () => {
    const { payload } = await act('activate', 'a/a.php||b/b.php')
    expect(Object.keys(payload.other_data.plugin_action_data)).toEqual(['a/a.php', 'b/b.php'])
    expect(site.plugin('b/b.php')!.active).toBe(true)
    expect(site.journal[0]!.effects).toEqual([{ what: 'plugin activated', subject: 'b/b.php' }])
  })

  it('deactivate before they delete, and the embedded sync still lists what was deleted', async () => {
    const { payload } = await act('delete', 'a/a.php')
    expect(payload.other_data).toMatchObject({
      plugin_action_data: { 'a/a.php': { version: '1.0', created: expect.any(Number) } },
      plugin_deactivated_data: { 'a/a.php': { name: 'Apple Pie' } },
      duration_bulk: 2,
    })
    expect(payload.sync.plugins).toContainEqual(expect.objectContaining({ slug: 'a/a.php', active: 0 }))
    expect(await list('get_all_plugins', { filter: 0 })).not.toContain('a/a.php')
  })

  it('report success for unknown plugins', async () => {
    const absent = { name: '', version: '', slug: 'x/x.php' }
    expect((await act('activate', 'x/x.php')).payload).toMatchObject({
      status: 'SUCCESS',
      other_data: { plugin_action_data: { 'x/x.php': absent } },
    })
    expect((await act('delete', 'x/x.php')).payload.other_data).toEqual({ plugin_action_data: [], duration_bulk: 0 })
  })

  it('skip the connector without a message', async () => {
    const { payload } = await act('deactivate', 'mainwp-child/mainwp-child.php')
    expect(payload).toMatchObject({ status: 'SUCCESS', other_data: { plugin_action_data: [] } })
    expect(site.connectorActive).toBe(true)
  })

  it('fail for unknown actions', async () => {
    for (const action of ['explode', 'constructor', ''])
      expect((await act(action, 'a/a.php')).payload.status).toBe('FAIL')
  })

  it('end in a fatal error when the plugin breaks on activation', async () => {
    site.plugin('b/b.php')!.breaksOnActivation = true
    expect(await act('activate', 'b/b.php')).toMatchObject({ status: 500, body: '' })
    expect(site.plugin('b/b.php')!.active).toBe(false)
    expect(site.journal).toEqual([])
  })

  it('return the information of the directory about a plugin', async () => {
    const info = async (slug: string) =>
      (await call(site.url, 'plugin_action', { action: 'changelog_info', slug })).payload.update
    expect(await info('akismet')).toMatchObject({ slug: 'akismet' })
    expect(await info('nothing-like-it')).toHaveProperty('errors')
  })
})

describe('installation', () => {
  it('takes name and version from the package, and activates on request', async () => {
    const { payload } = await install('https://x.example/new-thing.1.2.3.zip', { activatePlugin: 'yes' })
    expect(payload).toEqual({
      installation: 'SUCCESS',
      destination_name: 'new-thing',
      install_results: { 'new-thing.1.2.3.zip': true },
      other_data: { install_items: [{ name: 'New Thing', version: '1.2.3', slug: 'new-thing/new-thing.php' }] },
    })
    expect(site.plugin('new-thing/new-thing.php')).toMatchObject({ version: '1.2.3', active: true })
  })

  it('takes several packages, and themes', async () => {
    await install(['https://x.example/p.1.0.zip', 'https://x.example/q.zip'])
    expect(site.plugin('q/q.php')).toMatchObject({ version: '1.0.0', active: false })
    await install('https://x.example/four.2.0.zip', { type: 'theme' })
    expect(site.theme('four')!.version).toBe('2.0')
  })

  it('ends in a fatal error over an existing folder, unless it may overwrite', async () => {
    expect((await install('https://x.example/a.9.zip')).status).toBe(500)
    expect(site.plugin('a/a.php')!.version).toBe('1.0')
    expect((await install('https://x.example/a.9.zip', { overwrite: 1 })).payload.installation).toBe('SUCCESS')
    expect(site.plugin('a/a.php')).toMatchObject({ version: '9', active: true })
  })

  it('fails with an error for https, with a fatal error for http', async () => {
    site.onUpdate('n', 'download-failure')
    expect((await install('https://x.example/n.1.zip')).payload.error_code).toBe('download_failed')
    expect((await install('http://x.example/n.1.zip')).status).toBe(500)
  })
})

describe('theme actions', () => {
  it('switch the theme', async () => {
    const { payload } = await actOnTheme('activate', 'two')
    expect(payload.other_data).toMatchObject({
      theme_action_data: { two: { version: '1.0' } },
      theme_deactivate_data: { one: { slug: 'one' } },
    })
    expect(await list('get_all_themes', { status: 'active' })).toEqual(['two'])
  })

  it('switch to an unknown theme, report success and leave a blank page', async () => {
    const { payload } = await actOnTheme('activate', 'nowhere')
    expect(payload).toMatchObject({
      status: 'SUCCESS',
      other_data: { theme_action_data: { nowhere: { version: false } } },
    })
    expect(await send(site.url, '', { method: 'GET' })).toMatchObject({ status: 200, body: '' })
  })

  it('refuse to delete the active theme or its parent: alone as an error, in a list beside the success of others', async () => {
    site.addTheme({ slug: 'small', name: 'small', version: '1', parent: 'one' })
    site.activeTheme = 'small'
    expect((await actOnTheme('delete', 'small')).payload).toEqual({ error: { is_activated_theme: 'small' } })
    expect((await actOnTheme('delete', 'one')).payload).toEqual({ error: { is_activated_parent: 'one' } })
    const { payload } = await actOnTheme('delete', 'one||two')
    expect(payload).toMatchObject({ status: 'SUCCESS', error: { is_activated_parent: 'one' } })
    expect(site.themes.map(({ entry }) => entry.slug)).toEqual(['one', 'three', 'small'])
  })

  it('report an unknown theme as deleted, with version false', async () => {
    expect((await actOnTheme('delete', 'gone')).payload.other_data.theme_action_data).toEqual({
      gone: { name: 'gone', version: false, slug: 'gone' },
    })
  })
})
