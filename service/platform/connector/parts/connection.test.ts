import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

describe('the end of a connection', () => {
  let world: TestFleet
  beforeAll(async () => {
    world = await openFleet()
  })
  afterAll(() => world.close())
  beforeEach(() => void world.next())

  it('disconnects a site, which can then be connected again', async () => {
    const { child, site } = world.here()
    await world.connector.disconnect(site)
    expect(child.connection).toBeNull()
    await expect(world.connector.ping(site)).rejects.toMatchObject({ code: 'svc_key_refused' })
    await expect(world.connector.probe(site)).resolves.toBeDefined()
  })

  it('detects the disconnection when the answer is lost', async () => {
    const { child, site } = world.here()
    child.setFault('cut-after', { on: 'disconnect', times: 1 })
    await expect(world.connector.disconnect(site)).resolves.toBeUndefined()
    expect(child.connection).toBeNull()
  })

  it('does not report a disconnection that did not happen', async () => {
    const { child, site } = world.here()
    child.setFault('http-500', { on: 'disconnect', times: 1 })
    await expect(world.connector.disconnect(site)).rejects.toMatchObject({ code: 'svc_outcome_unknown' })
    expect(child.connection).not.toBeNull()
  })

  it('deactivates the connector plugin', async () => {
    const { child, site } = world.here()
    await world.connector.deactivate(site)
    expect(child.connectorActive).toBe(false)
    await expect(world.connector.ping(site)).rejects.toMatchObject({ code: 'svc_child_not_found' })
  })

  it('sets the unique security ID', async () => {
    const { child, site } = world.here()
    await world.connector.setUniqueId(site, 'secret-id-12')
    expect(child.uniqueId).toBe('secret-id-12')
  })

  it('reports that the administrator we act as does not exist', async () => {
    const { site } = world.here()
    const asking = world.connector.readSite({ ...site, admin: 'gone' }, { parts: [] })
    await expect(asking).rejects.toMatchObject({ code: 'svc_admin_unknown' })
  })
})
