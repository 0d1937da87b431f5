import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

let world: TestFleet
beforeAll(async () => {
  world = await openFleet()
})
afterAll(() => world.close())
beforeEach(() => void world.next())

describe('the security of a site', () => {
  it('is read, fixed and unfixed', async () => {
    const { site } = world.here()
    const state = await world.connector.readSecurity(site)
    expect(state.checks.map(({ name }) => name)).toContain('sslprotocol')
    expect(state.issues).toBe(state.checks.filter(({ state }) => state === 'issue').length)
    expect((await world.connector.fixSecurity(site, 'php_reporting')).checks).toMatchObject([{ name: 'php_reporting' }])
    expect((await world.connector.unfixSecurity(site, 'php_reporting')).checks).toMatchObject([
      { name: 'php_reporting' },
    ])
  })

  it('includes software without a release for two years', async () => {
    const { child, site } = world.here()
    child.addPlugin({ file: 'old/old.php', name: 'Old', version: '1.0', release: { daysAgo: 3_000 } })
    const found = [
      ...(await world.connector.checkAbandoned(site, 'plugin')),
      ...(await world.connector.checkAbandoned(site, 'theme')),
    ]
    for (const { slug, lastUpdatedAt } of found) {
      expect(slug).not.toBe('')
      expect(lastUpdatedAt).toBeInstanceOf(Date)
    }
  })
})

describe('upkeep', () => {
  it('ends all sessions and deletes our cookies', async () => {
    const { child, site } = world.here()
    await world.connector.readSite(site, { parts: [] })
    expect(site.cookies?.size).toBeGreaterThan(0)
    await world.connector.endSessions(site)
    expect(site.cookies?.size).toBe(0)
    expect(child.journal.at(-1)?.function).toBe('settings_tools')
  })

  it('runs maintenance, but not without a list of tasks', async () => {
    const { site } = world.here()
    await world.connector.runMaintenance(site, ['revisions', 'spam'], { keepRevisions: 3 })
    await expect(world.connector.runMaintenance(site, [])).rejects.toMatchObject({ code: 'svc_invalid_input' })
    await expect(world.connector.runMaintenance(site, ['everything' as 'spam'])).rejects.toMatchObject({
      kind: 'not-sent',
    })
  })

  it('purges the cache, finds the icon, empties the logs', async () => {
    const { child, site } = world.here()
    expect(await world.connector.purgeCache(site)).toMatchObject({ status: expect.any(String) })
    const icon = await world.connector.siteIcon(site)
    if (icon !== null) expect(icon).toMatch(/^https?:/)
    await world.connector.clearActions(site)
    await world.connector.clearChangeLog(site)
    expect([child.actions, child.events]).toEqual([[], []])
  })
})

describe('installing', () => {
  const url = 'https://downloads.example/fleet-extra.1.0.0.zip'

  it('adds a plugin, activated if requested', async () => {
    const { child, site } = world.here()
    const installed = await world.connector.install(site, { type: 'plugin', url, activate: true })
    expect(installed).toMatchObject({ outcome: 'done', active: true, version: expect.any(String) })
    expect(child.plugin(installed.slug!)?.active).toBe(true)
  })

  it('adds a theme', async () => {
    const { child, site } = world.here()
    const installed = await world.connector.install(site, {
      type: 'theme',
      url: 'https://downloads.example/calm.2.0.zip',
    })
    expect(installed).toMatchObject({ outcome: 'done' })
    expect(child.theme(installed.slug!)).toBeDefined()
  })

  it('over an installed one fails unless overwriting is requested', async () => {
    const { site } = world.here()
    await world.connector.install(site, { type: 'plugin', url })
    expect(await world.connector.install(site, { type: 'plugin', url })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('500'),
    })
    expect(await world.connector.install(site, { type: 'plugin', url, overwrite: true })).toMatchObject({
      outcome: 'done',
    })
  })

  it('is verified by reading back when the answer was lost, and is never repeated', async () => {
    const { child, site } = world.here()
    await child.setFault('cut-after', { on: 'installplugintheme' })
    expect(await world.connector.install(site, { type: 'plugin', url })).toMatchObject({ outcome: 'done' })
    expect(child.counts.installplugintheme).toBe(1)
    const other = world.next()
    await other.child.setFault('reset', { on: 'installplugintheme' })
    expect(await world.connector.install(other.site, { type: 'plugin', url })).toMatchObject({ outcome: 'unknown' })
  })

  it('accepts web addresses only', async () => {
    const { site } = world.here()
    for (const wrong of ['file:///etc/passwd', 'php://input', '/tmp/x.zip', '']) {
      await expect(world.connector.install(site, { type: 'plugin', url: wrong })).rejects.toMatchObject({
        code: 'svc_invalid_input',
      })
    }
  })
})

describe('the login link', () => {
  const follow = async (link: string) => fetch(link, { redirect: 'manual' })

  it('signs an administrator in to WordPress', async () => {
    const { site } = world.here()
    const answer = await follow(await world.connector.adminLoginLink(site, { page: 'plugins.php' }))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toContain('/wp-admin/plugins.php')
    expect(answer.headers.getSetCookie().join()).toContain('wordpress_logged_in')
  })

  it('may redirect to a page on the site, and nowhere else', async () => {
    const { site } = world.here()
    const answer = await follow(
      await world.connector.adminLoginLink(site, { location: '/wp-admin/post.php?post=4&action=edit' }),
    )
    expect(answer.headers.get('location')).toContain('post.php?post=4')
    for (const page of ['https://evil.example/', '//evil.example', '../../x.php', 'a.php#<script>', 'a b.php']) {
      await expect(world.connector.adminLoginLink(site, { page })).rejects.toMatchObject({ code: 'svc_invalid_input' })
    }
    for (const location of ['//evil.example/', 'https://evil.example/', '/wp-admin/../../x', 'wp-admin/']) {
      await expect(world.connector.adminLoginLink(site, { location })).rejects.toMatchObject({
        code: 'svc_invalid_input',
      })
    }
  })

  it('is never logged', async () => {
    const { site } = world.here()
    const link = new URL(await world.connector.adminLoginLink(site))
    expect(JSON.stringify(world.logged)).not.toContain(link.searchParams.get('nonce'))
  })
})
