import { describe, expect, it } from 'vitest'
import { dataOfEvents, publishedEvents } from '../../testing/published-events.ts'
import { queriesOf } from '../../testing/record-queries.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const published = () => publishedEvents(fixture.service.db)
const ofSites = async () => (await published()).filter((event) => event.startsWith('site.'))
const ofSync = async () => (await published()).filter((event) => event.startsWith('sync.'))
const sync = (id: number) => fixture.rest(`POST /sites/${id}/sync`)

describe('a site', () => {
  it('is published as added and connected, disconnected, connected again and removed', async () => {
    const { id } = await fixture.connected()
    await fixture.rest(`POST /sites/${id}/disconnect`)
    await fixture.rest(`POST /sites/${id}/disconnect`)
    await fixture.rest(`POST /sites/${id}/reconnect`)
    await fixture.rest(`DELETE /sites/${id}/remove`)
    const subject = `site:${id}`
    expect(await ofSites()).toEqual([
      `site.added ${subject}`,
      `site.connected ${subject}`,
      `site.disconnected ${subject}`,
      `site.connected ${subject}`,
      `site.removed ${subject}`,
    ])
    expect(await dataOfEvents(fixture.service.db, 'site.disconnected')).toEqual([
      { reason: 'Disconnected in Flotilla.' },
    ])
    expect(await dataOfEvents(fixture.service.db, 'site.removed')).toMatchObject([
      { by: expect.stringContaining('ada') },
    ])
  })

  it('that refuses the key for days is published as disconnected, with the reason', async () => {
    const { child, id } = await fixture.connected()
    child.connect({ publicKey: 'another key', server: 'https://other.example/' })
    for (let times = 0; times < 3; times++) {
      expect(await dataOfEvents(fixture.service.db, 'site.disconnected')).toEqual([])
      await sync(id)
      fixture.service.clock.advance(24 * 3_600_000)
    }
    expect(await dataOfEvents(fixture.service.db, 'site.disconnected')).toEqual([
      { reason: expect.stringContaining('already connected to another dashboard') },
    ])
  })

  it('whose address changes to another server is published as disconnected', async () => {
    const { id } = await fixture.connected()
    await fixture.rest(`PUT /sites/${id}/edit`, { url: fixture.nextChild().url })
    expect((await ofSites()).at(-1)).toBe(`site.disconnected site:${id}`)
  })

  it('is published once per change of state when many are disconnected', async () => {
    await seedSites(fixture.service.db, 30, (n) => ({ connection: n % 3 === 0 ? 'disconnected' : 'connected' }))
    const ids = Array.from({ length: 30 }, (_, index) => index + 1)
    const statements = await queriesOf(() => fixture.ability('disconnect-sites', { site_ids_or_domains: ids }))
    expect((await ofSites()).length).toBe(20)
    expect(statements.filter((text) => text.includes('insert into events'))).toHaveLength(1)
  })
})

describe('a sync', () => {
  it('is published when it fails first and when it works again', async () => {
    const { child, id } = await fixture.connected()
    await sync(id)
    child.setFault('refuse', { on: '*' })
    await sync(id)
    fixture.service.clock.advance(60_000)
    await sync(id)
    expect(await ofSync()).toEqual([`sync.failed site:${id}`])
    await child.clearFaults()
    await sync(id)
    await sync(id)
    expect(await ofSync()).toEqual([`sync.failed site:${id}`, `sync.recovered site:${id}`])
    expect(await dataOfEvents(fixture.service.db, 'sync.recovered')).toEqual([
      { failing_since: '2026-11-15T09:00:00Z' },
    ])
  })

  it('that stays incomplete is published once', async () => {
    const { child, id } = await fixture.connected()
    child.setFault('wrong-types', { on: 'stats' })
    await sync(id)
    await sync(id)
    expect(await ofSync()).toEqual([`sync.failed site:${id}`])
    await child.clearFaults()
    await sync(id)
    expect(await ofSync()).toEqual([`sync.failed site:${id}`, `sync.recovered site:${id}`])
  })

  it('publishes the updates of a site that are new, in one event', async () => {
    const { child, id } = await fixture.connected()
    child.plugins = []
    await sync(id)
    const before = (await dataOfEvents(fixture.service.db, 'update.available')).length
    child.addPlugin({ file: 'maps/maps.php', name: 'Maps', version: '1.0', offer: { version: '2.0' } })
    child.addPlugin({ file: 'forms/forms.php', name: 'Forms', version: '1.0', offer: { version: '1.1' } })
    await sync(id)
    await sync(id)
    const events = (await dataOfEvents(fixture.service.db, 'update.available')).slice(before)
    expect(events).toMatchObject([{ count: 2 }])
    expect(events[0]!.updates).toEqual(
      expect.arrayContaining([{ type: 'plugin', slug: 'maps/maps.php', name: 'Maps', from: '1.0', to: '2.0' }]),
    )
    child.plugins = []
    child.addPlugin({ file: 'maps/maps.php', name: 'Maps', version: '1.0', offer: { version: '2.1' } })
    await sync(id)
    const newer = (await dataOfEvents(fixture.service.db, 'update.available')).at(-1)
    expect(newer).toMatchObject({ count: 1, updates: [{ slug: 'maps/maps.php', to: '2.1' }] })
  })

  it('does not publish an ignored update', async () => {
    const { child, id } = await fixture.connected()
    child.plugins = []
    await sync(id)
    const before = (await dataOfEvents(fixture.service.db, 'update.available')).length
    await fixture.service.app.run('ignore-updates-everywhere', { type: 'plugin', slugs: ['maps/maps.php'] })
    child.addPlugin({ file: 'maps/maps.php', name: 'Maps', version: '1.0', offer: { version: '2.0' } })
    await sync(id)
    expect(await dataOfEvents(fixture.service.db, 'update.available')).toHaveLength(before)
  })
})
