import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Site } from '../site/site.ts'
import { call, keyPair, only, server, type Values } from '../testing/dashboard.ts'

let fleet: Fleet
let site: Site

beforeEach(async () => {
  fleet = await startFleet({ sites: 1 })
  site = fleet.sites[0]!
  site.connect({ publicKey: keyPair().publicKey, server })
})
afterEach(() => fleet.close())

const stats = async (values: Values = {}) => (await call(site.url, 'stats', values)).payload
const parts = ['plugins', 'themes', 'recent_posts', 'securityStats', 'dbsize', 'categories']
const partsIn = (payload: object) => parts.filter((part) => part in payload)

describe('what a sync contains', () => {
  it('is everything without a stored selection', async () => {
    expect(partsIn(await stats())).toEqual(parts)
  })

  it('follows the selection, and a missing key counts as on', async () => {
    expect(partsIn(await stats({ syncdata: '{"plugins":0,"themes":0}' }))).toEqual(parts.slice(2))
    expect(partsIn(await stats({ syncdata: only('themes') }))).toEqual(['themes'])
  })

  it('follows the stored selection later, also inside other replies', async () => {
    await stats({ syncdata: only('dbsize') })
    expect(partsIn(await stats())).toEqual(['dbsize'])
    const { payload } = await call(site.url, 'plugin_action', { action: 'activate', plugin: 'absent/absent.php' })
    expect(partsIn(payload.sync)).toEqual(['dbsize'])
  })

  it('has both posts and pages when one of them is selected', async () => {
    const payload = await stats({ syncdata: only('recent_pages') })
    expect(payload).toHaveProperty('recent_posts')
    expect(payload).toHaveProperty('recent_pages')
  })

  it('has users only with optimize, and the acting user only when named', async () => {
    expect(await stats()).not.toHaveProperty('users')
    const payload = await stats({ optimize: 1 })
    expect(payload.users).toHaveLength(site.users.length)
    expect(payload.admin_useremail).toBe(site.user('admin')!.email)
  })

  it('has directories only when a scan is requested', async () => {
    expect((await stats()).directories).toBe('')
    expect((await stats({ scan_dir: 1 })).directories).toHaveProperty('wp-content')
  })
})

describe('unusual types', () => {
  it('sends empty maps as empty lists', async () => {
    site.plugins = site.plugins.map((plugin) => ({ ...plugin, offer: null }))
    site.themes = site.themes.map((theme) => ({ ...theme, offer: null }))
    expect(await stats()).toMatchObject({ plugin_updates: [], theme_updates: [] })
  })

  it('mixes numbers and texts', async () => {
    site.addUser({ login: 'x' })
    site.comments = [
      {
        id: 7,
        postId: 2,
        author: 'A',
        email: 'a@b.example',
        url: '',
        ip: '',
        content: 'c',
        written: 1,
        status: 'approved',
      },
    ]
    const { recent_comments, recent_posts, users } = await stats({ optimize: 1 })
    expect(recent_comments[0]).toMatchObject({ id: '7', postId: '2', dts: 1 })
    expect(recent_posts[0]).toMatchObject({ id: expect.any(Number), comment_count: expect.any(String) })
    expect(users[0]).toMatchObject({ id: expect.any(Number), status: '0', post_count: expect.any(String) })
  })

  it('scrambles e-mail addresses of comments, differently each time', async () => {
    const email = 'visitor.special@mail.example'
    site.comments = [
      { id: 7, postId: 2, author: 'A', email, url: '', ip: '', content: 'c', written: 1, status: 'approved' },
    ]
    const read = async () =>
      (await stats({ syncdata: only('recent_comments') })).recent_comments[0].author_email as string
    const [first, second] = [await read(), await read()]
    expect(first).not.toBe(second)
    for (const text of [first, second]) {
      expect(text).not.toContain('@')
      expect(text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toBe(email)
    }
  })

  it('dates unpublished drafts to the year 0 when sorted by publish date', async () => {
    site.posts = [{ ...site.posts[0]!, type: 'post', status: 'draft', published: null }]
    const { payload } = await call(site.url, 'get_all_posts', { status: 'draft', where_post_date: 1 })
    expect(payload[0].dts).toBe(-62_169_984_000)
  })
})

describe('what a sync offers', () => {
  it('lists offers of the directory by file, and those of vendors apart', async () => {
    site.plugins = []
    site.addPlugin({ file: 'a/a.php', name: 'A', version: '1.0', offer: '1.1' })
    site.addPlugin({ file: 'p/p.php', name: 'P', version: '1.0', offer: '2.0', premium: true })
    const { plugin_updates, premium_updates } = await stats()
    expect(plugin_updates).toEqual({ 'a/a.php': expect.objectContaining({ Version: '1.0', active: 1 }) })
    expect(plugin_updates['a/a.php'].update).toMatchObject({ new_version: '1.1', plugin: 'a/a.php' })
    expect(premium_updates).toMatchObject({ 'p/p.php': { update: { new_version: '2.0', premium: true } } })
  })

  it('leaves out the key of vendor offers when there are none', async () => {
    site.plugins = []
    expect(await stats()).not.toHaveProperty('premium_updates')
  })

  it('marks must-use plugins, the connector, child and parent themes', async () => {
    site.addPlugin({ file: 'm.php', name: 'M', version: '1', mustUse: true })
    site.themes = []
    site.addTheme({ slug: 'up', name: 'Up', version: '1' })
    site.addTheme({ slug: 'down', name: 'Down', version: '1', parent: 'up' })
    site.activeTheme = 'down'
    const { plugins, themes } = await stats()
    expect(plugins.at(-1)).toMatchObject({ slug: 'm.php', mu: 1 })
    expect(plugins.filter((plugin: { mainwp: string }) => plugin.mainwp === 'T')).toHaveLength(1)
    expect(themes).toMatchObject([
      { slug: 'down', active: 1, parent_active: 0, child_active: 1 },
      { slug: 'up', active: 0, parent_active: 1, child_theme: 'Down' },
    ])
  })
})

describe('abandoned software', () => {
  beforeEach(() => {
    site.addPlugin({ file: 'old/old.php', name: 'Old', version: '1.0', release: { on: 1_500_000_000 } })
    site.settings.abandonedKnown = false
  })

  it('is not in the first sync, only in the next', async () => {
    expect((await stats()).plugins_outdate_info).toEqual([])
    const { plugins_outdate_info } = await stats()
    expect(plugins_outdate_info['old/old.php']).toMatchObject({ Version: '1.0', last_updated: 1_500_000_000 })
  })

  it('is computed again when the number of days changes', async () => {
    await stats()
    expect((await stats({ numberdaysOutdatePluginTheme: 100_000 })).plugins_outdate_info).toEqual([])
    expect((await stats()).plugins_outdate_info).toEqual([])
  })

  it('can be computed on request', async () => {
    const { payload } = await call(site.url, 'check_abandoned', { which: 'plugin' })
    expect(payload).toMatchObject({ success: 1, sync: { plugins_outdate_info: { 'old/old.php': { Name: 'Old' } } } })
  })
})

describe('security', () => {
  it('reports the state of the site and counts only plain N', async () => {
    site.core.offered = '9.9'
    site.phpVersion = '7.4.33'
    const { securityStats, securityIssues } = await stats()
    expect(securityStats).toMatchObject({
      wp_uptodate: 'N',
      phpversion_matched: 'N',
      sslprotocol: 'N',
      db_reporting: 'Y_UNABLE',
    })
    expect(securityIssues).toBe(Object.values(securityStats).filter((value) => value === 'N').length)
  })

  it('fixes what can be fixed, with a sync when all was requested', async () => {
    const one = await call(site.url, 'securityFix', { feature: 'php_reporting' })
    expect(one.payload).toEqual({ php_reporting: 'Y' })
    const all = await call(site.url, 'securityFix', { feature: 'all', skip_features: ['db_reporting'] })
    expect(all.payload).toMatchObject({ php_reporting: 'Y', sync: { version: '6.1' } })
    expect(all.payload).not.toHaveProperty('db_reporting')
    expect((await call(site.url, 'securityUnFix', { feature: 'php_reporting' })).payload.php_reporting).toBe('Y_UNABLE')
  })
})
