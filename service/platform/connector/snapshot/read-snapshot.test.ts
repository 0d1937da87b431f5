import { describe, expect, it } from 'vitest'
import { readSnapshot } from './read-snapshot.ts'

const now = new Date('2026-11-15T09:00:00Z')
const read = (raw: object) => readSnapshot(JSON.parse(JSON.stringify(raw)), { now })
const plugin = (slug: string, more = {}) => ({
  mainwp: 'F',
  name: slug,
  slug,
  description: '',
  version: '1.0',
  active: 1,
  ...more,
})

describe('a snapshot', () => {
  it('distinguishes "not sent" from "empty"', () => {
    const empty = read({ version: '6.1', plugins: [], plugin_updates: [], wp_updates: null })
    expect(empty).toMatchObject({ plugins: [], pluginUpdates: [], coreUpdate: null, problems: [] })
    expect('themes' in empty).toBe(false)
    expect('coreUpdate' in read({})).toBe(false)
  })

  it('drops unusable items and reports them, part by part', () => {
    const snapshot = read({
      plugins: [plugin('a/a.php'), plugin('../../etc/passwd'), null, 'x', plugin('a/a.php', { version: '9' })],
      themes: 'none',
      users: { first: { id: 'x' }, second: { id: '7', login: 'eva' } },
    })
    expect(snapshot.plugins).toMatchObject([{ slug: 'a/a.php', version: '1.0' }])
    expect(snapshot.themes).toBeUndefined()
    expect(snapshot.users).toMatchObject([{ id: 7, login: 'eva', displayName: 'eva' }])
    expect(snapshot.problems).toEqual([
      { part: 'plugins', reason: 'has 3 entries that cannot be read' },
      { part: 'plugins', reason: 'names 1 entry twice, the first one counts' },
      { part: 'themes', reason: 'is not a list' },
      { part: 'users', reason: 'has 1 entry that cannot be read' },
    ])
  })

  it('knows a site of a network by the address that the connector then adds to the change log', () => {
    const log = (...rows: object[]) =>
      read({ siteurl: 'https://net.example/de', changes_logs_data: Object.fromEntries(rows.entries()) }).network
    const row = (id: number, blog_id: unknown, siteurl?: unknown) => ({ id, blog_id, meta_data: { siteurl } })
    expect(log(row(1, '7', 'https://net.example/de'), row(2, 1, 'https://net.example'))).toEqual({ blogId: 7 })
    expect(log(row(2, 3, 'https://net.example/fr'))).toEqual({ blogId: null })
    expect(log(row(1, 7, 'https://net.example/de'), row(2, 1))).toBeNull()
    expect(log(row(1, 1, { x: 1 }), { id: 2, blog_id: -4, meta_data: 'x' })).toBeNull()
    expect(log()).toBeUndefined()
    expect(read({ changes_logs_data: '' })).not.toHaveProperty('network')
  })

  it('limits long lists', () => {
    const snapshot = read({ plugins: Array.from({ length: 5_000 }, (_, index) => plugin(`p${index}/p.php`)) })
    expect(snapshot.plugins).toHaveLength(2_000)
    expect(snapshot.problems).toEqual([{ part: 'plugins', reason: 'has 5000 entries, only the first 2000 were read' }])
  })

  it('lists only newer versions, from wordpress.org and from authors', () => {
    const update = (Version: string, new_version: string, more = {}) => ({
      Name: 'X',
      Version,
      active: 1,
      update: { new_version, ...more },
    })
    const { pluginUpdates } = read({
      plugin_updates: {
        'a/a.php': update('1.0', '1.1', { package: 'https://x/a.zip' }),
        'b/b.php': update('2.0', '2.0'),
        'c/c.php': update('2.1', '2.0.9'),
      },
      premium_updates: {
        'pro/pro.php': { type: 'plugin', ...update('1.0', '2.0', { premium: true }) },
        'a/a.php': { type: 'plugin', ...update('1.0', '1.5') },
        skin: { type: 'theme', ...update('1', '2') },
      },
    })
    expect(pluginUpdates).toMatchObject([
      { slug: 'a/a.php', newVersion: '1.1', premium: false, hasPackage: true, fitsPhp: null },
      { slug: 'pro/pro.php', newVersion: '2.0', premium: true, hasPackage: false },
    ])
  })

  it('does not treat the name of our administrator among the actions as an action', () => {
    const row = { context: 'plugins', action: 'deleted', created: 1_794_705_990.3 }
    const { changes, problems } = read({ child_site_actions_data: { connected_admin: 'admin', '17947059903298': row } })
    expect(changes?.actions).toMatchObject([{ key: '17947059903298', action: 'deleted' }])
    expect(problems).toEqual([])
  })

  it('computes the health score as WordPress does', () => {
    const score = (good: number, recommended: number, critical: number) =>
      read({ health_site_status: { good, recommended, critical } }).health?.score
    expect([score(15, 3, 1), score(10, 0, 0), score(0, 0, 3), score(0, 0, 0)]).toEqual([84, 100, 0, null])
  })

  it('detects hosts that update WordPress themselves', () => {
    expect(
      [read({ wpe: 1 }), read({ wphost: 'flywheel' }), read({ wpe: 0, wphost: '' })].map(
        ({ managedByHost }) => managedByHost,
      ),
    ).toEqual([true, true, false])
  })

  it('ignores object keys with a meaning for JavaScript', () => {
    const raw = JSON.parse(
      '{"__proto__":{"version":"9.9"},"theme_updates":{"__proto__":{"Name":"x","Version":"1","update":{"new_version":"2"}}},"plugins":[]}',
    )
    const snapshot = readSnapshot(raw, { now })
    expect(snapshot.connectorVersion).toBeNull()
    expect(snapshot.themeUpdates).toEqual([])
  })
})
