import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

describe('updates of commercial plugins', () => {
  let world: TestFleet
  beforeAll(async () => {
    world = await openFleet({ sites: 6 })
  })
  afterAll(() => world.close())
  beforeEach(() => void world.next())

  const pro = { file: 'maps-pro/maps-pro.php', name: 'Maps Pro', version: '1.0', active: true } as const
  const offers = async () => {
    const { pluginUpdates } = await world.connector.readSite(world.here().site, { parts: ['pluginUpdates'] })
    return pluginUpdates?.map(({ slug }) => slug)
  }

  it('appear after an administrator has opened the plugins page, and can be run then', async () => {
    const { child, site } = world.here()
    child.plugins = []
    child.addPlugin({ ...pro, offer: { version: '2.0', hidden: true } })
    expect(await offers()).toEqual([])
    expect((await world.connector.updatePlugins(site, [{ slug: pro.file, version: '1.0' }])).items).toMatchObject([
      { code: 'svc_nothing_to_update' },
    ])
    await world.connector.findPremiumUpdates(site)
    expect(await offers()).toEqual([pro.file])
    expect((await world.connector.updatePlugins(site, [{ slug: pro.file, version: '1.0' }])).items).toMatchObject([
      { outcome: 'done', newVersion: '2.0' },
    ])
  })

  it('cannot be checked if we are not signed in', async () => {
    const { child, site } = world.here()
    const { privateKeyPem } = await world.connector.prepareKey()
    const stranger = { ...site, admin: 'nobody', key: { id: 'foreign', open: () => privateKeyPem } }
    await expect(world.connector.findPremiumUpdates(stranger)).rejects.toMatchObject({ code: 'svc_site_error' })
    expect(child.journal).toEqual([])
  })

  it('cannot be checked on a site that is down', async () => {
    const { child, site } = world.here()
    child.setFault('reset', { on: 'login link' })
    await expect(world.connector.findPremiumUpdates(site)).rejects.toMatchObject({ kind: 'unreachable' })
  })
})
