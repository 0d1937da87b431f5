import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

describe('plugins of a site', () => {
  let world: TestFleet
  beforeAll(async () => {
    world = await openFleet()
  })
  afterAll(() => world.close())
  beforeEach(() => {
    const { child } = world.next()
    child.addPlugin({ file: 'on/on.php', name: 'On', version: '1.0', active: true })
    child.addPlugin({ file: 'off/off.php', name: 'Off', version: '2.0', active: false })
    child.addPlugin({ file: 'bad/bad.php', name: 'Bad', version: '3.0', active: false, breaksOnActivation: true })
  })
  const isActive = (file: string) => world.here().child.plugin(file)?.active

  it('are listed, including the connector', async () => {
    const plugins = await world.connector.listPlugins(world.here().site)
    expect(plugins).toContainEqual(
      expect.objectContaining({ slug: 'on/on.php', name: 'On', version: '1.0', active: true }),
    )
    expect(plugins.filter(({ isConnector }) => isConnector)).toHaveLength(1)
  })

  it('are activated, deactivated and deleted, as the site shows afterwards', async () => {
    const { child, site } = world.here()
    const done = [expect.objectContaining({ outcome: 'done' })]
    expect((await world.connector.activatePlugins(site, ['off/off.php'])).items).toEqual(done)
    expect(isActive('off/off.php')).toBe(true)
    const deactivated = await world.connector.deactivatePlugins(site, ['on/on.php'])
    expect(deactivated.items).toEqual(done)
    expect(deactivated.snapshot?.plugins).toContainEqual(expect.objectContaining({ slug: 'on/on.php', active: false }))
    expect((await world.connector.deletePlugins(site, ['on/on.php', 'off/off.php'])).items).toMatchObject([
      { slug: 'on/on.php', outcome: 'done' },
      { slug: 'off/off.php', outcome: 'done' },
    ])
    expect(child.plugin('on/on.php')).toBeUndefined()
  })

  it.each(['activatePlugins', 'deactivatePlugins', 'deletePlugins'] as const)(
    'that do not exist make %s an error',
    async (call) => {
      const { items } = await world.connector[call](world.here().site, ['absent/absent.php'])
      expect(items).toMatchObject([{ outcome: 'failed', code: 'svc_not_installed' }])
    },
  )

  it('that break on activation are reported after reading back', async () => {
    const { items } = await world.connector.activatePlugins(world.here().site, ['bad/bad.php'])
    expect(items).toMatchObject([
      { outcome: 'failed', code: 'svc_activation_failed', message: expect.stringContaining('PHP error') },
    ])
  })

  it('include the connector, which stays', async () => {
    const { site } = world.here()
    const slug = (await world.connector.listPlugins(site)).find(({ isConnector }) => isConnector)!.slug
    expect((await world.connector.deactivatePlugins(site, [slug])).items).toMatchObject([{ code: 'svc_is_connector' }])
    expect((await world.connector.deletePlugins(site, [slug])).items).toMatchObject([{ code: 'svc_is_connector' }])
  })

  it('are not reported as changed by the word of the site alone', async () => {
    const { child, site } = world.here()
    child.setFault('false-success', { on: 'plugin_action' })
    expect((await world.connector.activatePlugins(site, ['off/off.php'])).items).toMatchObject([{ outcome: 'failed' }])
    expect((await world.connector.deletePlugins(site, ['off/off.php'])).items).toMatchObject([{ outcome: 'failed' }])
  })

  it.each(['http-500-after', 'cut-after', 'truncated', 'truncated-quietly', 'unclosed-marker'] as const)(
    'are known to have changed although the answer was lost (%s)',
    async (fault) => {
      const { child, site } = world.here()
      child.setFault(fault, { on: 'plugin_action', times: 1 })
      const { items } = await world.connector.activatePlugins(site, ['off/off.php'])
      expect(items).toMatchObject([{ outcome: 'done' }])
      expect(child.counts.plugin_action).toBe(1)
    },
  )

  it('are "unknown" when the site closed the connection and shows no change', async () => {
    const { child, site } = world.here()
    child.setFault('reset', { on: 'plugin_action', times: 1 })
    const { items } = await world.connector.activatePlugins(site, ['off/off.php'])
    expect(items).toMatchObject([{ outcome: 'unknown', code: 'svc_outcome_unknown' }])
    expect(child.counts.plugin_action).toBe(1)
  })

  it('are "unknown" when the site cannot be read', async () => {
    const { child, site } = world.here()
    child.setFault('http-500-after', { on: 'plugin_action' })
    child.setFault('http-502', { on: 'stats' })
    expect((await world.connector.activatePlugins(site, ['off/off.php'])).items).toMatchObject([{ outcome: 'unknown' }])
  })

  it.each([
    '../../wp-config.php',
    '/etc/passwd.php',
    'a/b/c.php',
    'a\\b.php',
    'a||b.php',
    'a,b.php',
    'a/./b.php',
    'x/a',
    '',
    'a\0.php',
    '__proto__/a.php',
  ])('with the slug %j are refused before anything is sent', async (slug) => {
    const { child, site } = world.here()
    const before = { ...child.counts }
    await expect(world.connector.deletePlugins(site, [slug])).rejects.toMatchObject({
      code: 'svc_invalid_slug',
      kind: 'not-sent',
    })
    expect(child.counts).toEqual(before)
  })

  it('are changed by one call at a time per site', async () => {
    const { child, site } = world.here()
    child.setFault('slow', { delay: 20 })
    const { activatePlugins, deactivatePlugins, ping } = world.connector
    await Promise.all([
      activatePlugins(site, ['off/off.php']),
      deactivatePlugins(site, ['on/on.php']),
      activatePlugins(site, ['on/on.php']),
      ping(site),
    ])
    expect(child.callLog.changes.peak).toBe(1)
    expect(isActive('on/on.php')).toBe(true)
  })
})
