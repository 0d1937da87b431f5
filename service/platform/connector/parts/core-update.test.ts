import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

describe('updates of WordPress itself', () => {
  let world: TestFleet
  beforeAll(async () => {
    world = await openFleet({ sites: 10 })
  })
  afterAll(() => world.close())

  beforeEach(() => {
    const { child } = world.next()
    child.core.installed = '6.8.1'
    child.core.offered = '6.9'
  })
  const core = () => world.connector.updateCore(world.here().site)

  it('succeed when the version changed', async () => {
    expect(await core()).toMatchObject({ outcome: 'done', oldVersion: '6.8.1', newVersion: '6.9' })
    expect(await core()).toMatchObject({ outcome: 'current' })
  })

  it('fail when it did not, even if success is reported', async () => {
    world.here().child.onUpdate('core', 'lie')
    expect(await core()).toMatchObject({ outcome: 'failed', oldVersion: '6.8.1', newVersion: '6.8.1' })
    world.here().child.onUpdate('core', 'download-failure')
    expect(await core()).toMatchObject({ outcome: 'failed' })
  })

  it('are verified by the version when the answer is lost', async () => {
    world.here().child.onUpdate('core', 'cut-after')
    expect(await core()).toMatchObject({ outcome: 'done', newVersion: '6.9' })
    world.here().child.core.installed = '6.9'
    world.here().child.core.offered = '7.0'
    world.here().child.onUpdate('core', 'error-before')
    expect(await core()).toMatchObject({ outcome: 'failed', newVersion: '6.9' })
  })
})
