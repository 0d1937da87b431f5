import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogEvent } from '../../../../simulator/index.ts'
import { startCursor } from '../snapshot/changes.ts'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

let world: TestFleet
beforeAll(async () => {
  world = await openFleet()
})
afterAll(() => world.close())
beforeEach(() => void world.next())

describe('reading a site', () => {
  it('returns the selected parts and nothing else', async () => {
    const { child, site } = world.here()
    const snapshot = await world.connector.readSite(site, { parts: ['plugins', 'coreUpdate'] })
    expect(snapshot.plugins).toHaveLength(child.plugins.length)
    expect(snapshot.coreUpdate).toBe(child.core.offered)
    expect(snapshot).toMatchObject({
      connectorVersion: '6.1',
      wordpressVersion: child.core.installed,
      correctedUrl: null,
      problems: [],
    })
    for (const part of [
      'themes',
      'users',
      'pluginUpdates',
      'recentPosts',
      'changes',
      'health',
      'categories',
    ] as const) {
      expect(snapshot[part]).toBeUndefined()
    }
  })

  it('returns users only if they are selected', async () => {
    const { child, site } = world.here()
    expect((await world.connector.readSite(site, { parts: ['users'] })).users).toHaveLength(child.users.length)
  })

  it('does not change the identity of the dashboard', async () => {
    const { child, site } = world.here()
    await world.connector.readSite({ ...site, server: 'https://other-owner.example/' }, { parts: [] })
    expect(child.connection?.server).toBe('https://fleet.example/')
  })

  it('is cancelled by its signal', async () => {
    const { child, site } = world.here()
    await child.setFault('never-answer')
    const controller = new AbortController()
    const reading = world.connector.readSite(site, { parts: [] }, { signal: controller.signal })
    controller.abort()
    await expect(reading).rejects.toMatchObject({ code: 'svc_cancelled', kind: 'cancelled' })
  })
})

// Recent, since sites delete rows after a week.
const second = Math.floor(Date.now() / 1000) - 7_200
const event = (id: number, seconds: number, micros: number, more: Partial<LogEvent> = {}): LogEvent => ({
  id,
  type: 1461,
  seconds,
  micros,
  context: 'plugin',
  action: 'activated',
  login: 'eva',
  agent: 'Firefox',
  ip: '203.0.113.9',
  meta: { slug: 'hello.php', plugindata: { name: 'Hello' } },
  ...more,
})

describe('the change streams', () => {
  it('return changes by others, then the following ones', async () => {
    const { child, site } = world.here()
    child.actions = []
    child.byHand.deactivatePlugin(
      child.plugins.find(({ active, entry }) => active && entry.file !== 'mainwp-child/mainwp-child.php')!.entry.file,
    )
    const changes = await world.connector.readChanges(site, startCursor)
    expect(changes.actions).toMatchObject([
      { context: 'plugins', action: 'deactivated', key: expect.stringMatching(/^\d+$/) },
    ])
    expect(changes.more).toBe(false)
    const again = await world.connector.readChanges(site, changes.next)
    expect(again.actions).toEqual([])
  })

  it('miss no row although the site drops leading zeros of fractions', async () => {
    const { child, site } = world.here()
    // The first is sent as .9, later than the second one, which happened after it.
    child.events = [event(1, second, 9), event(2, second, 500_000)]
    const first = await world.connector.readChanges(site, startCursor)
    expect(first.log).toMatchObject([
      {
        id: 1,
        at: new Date(second * 1000),
        details: [
          { name: 'slug', value: 'hello.php' },
          { name: 'plugindata.name', value: 'Hello' },
        ],
      },
      { id: 2 },
    ])
    child.events = [...child.events, event(3, second, 700_000), event(4, second + 1, 5)]
    const later = await world.connector.readChanges(site, first.next)
    expect(later.log?.map(({ id }) => id)).toEqual(expect.arrayContaining([3, 4]))
    // Repeated rows have the same key as before.
    expect(later.log?.find(({ id }) => id === 1)?.key).toBe(first.log?.[0]?.key)
  })

  it('are read to their end, page by page, also when many rows share a second', async () => {
    const { child, site } = world.here()
    child.events = Array.from({ length: 90 }, (_, index) => event(index + 1, second + (index < 40 ? 0 : index), index))
    const changes = await world.connector.readChanges(site, startCursor, { pageRows: 10 })
    expect(new Set(changes.log?.map(({ id }) => id)).size).toBe(90)
    expect(changes.more).toBe(false)
  })

  it('end at the limit, and report that there are more', async () => {
    const { child, site } = world.here()
    child.events = Array.from({ length: 300 }, (_, index) => event(index + 1, second + index, 1))
    const changes = await world.connector.readChanges(site, startCursor, { pageRows: 50, maxRows: 100 })
    expect(changes.log!.length).toBeGreaterThanOrEqual(100)
    expect(changes.log!.length).toBeLessThan(200)
    expect(changes.more).toBe(true)
    const rest = await world.connector.readChanges(site, changes.next)
    expect(rest.log?.at(-1)?.id).toBe(300)
  })

  it('distinguish rows after the log of the site was emptied and its ids started again', async () => {
    const { child, site } = world.here()
    child.events = [event(1, second, 1)]
    const before = await world.connector.readChanges(site, startCursor)
    await world.connector.clearChangeLog(site)
    child.events = [event(1, second + 60, 1)]
    const after = await world.connector.readChanges(site, before.next)
    expect(after.log?.map(({ id }) => id)).toEqual([1])
    expect(after.log?.[0]?.key).not.toBe(before.log?.[0]?.key)
  })

  it('ignore times in the future for the cursor', async () => {
    const { child, site } = world.here()
    child.events = [event(1, second, 1), event(2, second + 400_000_000, 1)]
    const changes = await world.connector.readChanges(site, startCursor)
    expect(changes.log).toMatchObject([{ id: 1 }, { id: 2, at: null }])
    expect(changes.next.logAfter).toBe(second - 1)
  })

  it('never contain the token of our own registration', async () => {
    const { child, site } = world.here()
    const meta = { custom_meta_name: 'wp_mainwp_child_user_verified_registers', new_value: 'half-a-secret' }
    child.events = [event(1, second, 1, { type: 1690, meta }), event(2, second + 5, 1)]
    const changes = await world.connector.readChanges(site, startCursor)
    expect(changes.log?.map(({ id }) => id)).toEqual([2])
    expect(JSON.stringify(changes)).not.toContain('half-a-secret')
  })

  it('handle a flood up to a limit', async () => {
    const { child, site } = world.here()
    await child.setFault('event-flood', { count: 5_000, times: 4 })
    const changes = await world.connector.readChanges(site, startCursor, { pageRows: 100, maxRows: 300 })
    expect(changes.log!.length).toBeLessThan(1_000)
    const other = world.next()
    await other.child.setFault('event-flood', { count: 20_000 })
    const reading = world.connector.readChanges(other.site, startCursor)
    await expect(reading).rejects.toMatchObject({
      code: 'svc_unreadable_answer',
      message: expect.stringContaining('too many entries'),
    })
  })
})
