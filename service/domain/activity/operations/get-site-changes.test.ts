import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fleet, Site } from '../../../../simulator/index.ts'
import { callers } from '../../../testing/callers.ts'
import { connectedFleet } from '../../../testing/connected-fleet.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { ability, aliased, rest } = callers(fixture)
const minute = 60_000
let fleet: Fleet
let site: Site
beforeEach(async () => {
  ;({ fleet } = await connectedFleet(fixture.service, { sites: 2, clock: fixture.service.clock }))
  site = fleet.sites[0]!
  site.events = []
  site.actions = []
})
afterEach(() => fleet.close())

const sync = async (id = 1) => expect((await rest(`POST /sites/${id}/sync`)).status).toBe(200)
const changesOf = async (input: object = {}) =>
  (await ability('get-site-changes', { site_id_or_domain: 1, ...input })).body as {
    changes: { id: number; type: string; description: string; user: string; timestamp: string; source: string }[]
    total: number
  }
const descriptions = async (input: object = {}) =>
  (await changesOf(input)).changes.map(({ description }) => description)
/** One event per minute. */
function happen(...events: (() => void)[]) {
  for (const event of events) {
    fixture.service.clock.advance(minute)
    event()
  }
}

it('returns the changes of both logs of the site and those made through Flotilla, newest first', async () => {
  const [plugin] = site.plugins
  happen(
    () => site.byHand.logIn(),
    () => site.byHand.activatePlugin(plugin!.entry.file),
    () => site.byHand.deactivatePlugin(plugin!.entry.file),
    () => site.byHand.updateCore('6.9.1'),
  )
  await sync()
  await rest('POST /sites/2/sync')
  happen(() => {})
  await ability('suspend-site', { site_id_or_domain: 1 })
  const { status, body } = await ability('get-site-changes', { site_id_or_domain: site.url })
  expect(status).toBe(200)
  expect(body).toMatchObject({ site_id: 1, total: 5, page: 1, per_page: 50 })
  expect(body.changes.map(({ description, source }: Record<string, unknown>) => [description, source])).toEqual([
    ['Suspend site', 'flotilla'],
    ['WordPress updated: 6.9.1', 'site'],
    [`Plugin deactivated: ${plugin!.entry.name}`, 'site'],
    [`Plugin activated: ${plugin!.entry.name}`, 'site'],
    ['User logged in', 'site'],
  ])
  expect(body.changes[0]).toMatchObject({ user: expect.stringMatching(/^ada/), type: 'site', action: 'suspend-site' })
  expect(body.changes.at(-1)).toMatchObject({ user: 'admin', type: 'user', timestamp: '2026-11-15T09:01:00Z' })
})

describe('a change that the site reports again', () => {
  it('is stored once, even if the log loses its fractions of a second', async () => {
    happen(() => site.byHand.event({ type: 1205, context: 'post', action: 'published', micros: 24_437 }))
    await sync()
    await sync()
    happen(() => site.byHand.event({ type: 1210, context: 'post', action: 'modified', micros: 999_999 }))
    await sync()
    await sync()
    expect(await descriptions()).toEqual(['Post modified', 'Post published'])
  })

  it('is stored as another change after the log was emptied and its ids restarted', async () => {
    happen(() => site.byHand.logIn())
    await sync()
    site.events = []
    happen(() => site.byHand.logIn())
    await sync()
    expect((await changesOf()).total).toBe(2)
  })
})

it('pages and filters', async () => {
  for (let number = 0; number < 7; number++) happen(() => site.byHand.logIn())
  happen(() => site.byHand.event({ type: 1205, context: 'post', action: 'published' }))
  await sync()
  const page = await changesOf({ per_page: 3, page: 3 })
  expect([page.changes.length, page.total]).toEqual([2, 8])
  expect(await descriptions({ type: 'post' })).toEqual(['Post published'])
  expect((await changesOf({ type: 'post' })).total).toBe(1)
  expect(await descriptions({ source: 'flotilla' })).toEqual([])
  expect((await changesOf({ page: 1_000_000, per_page: 100 })).changes).toEqual([])
  for (const invalid of [{ per_page: 101 }, { per_page: 0 }, { page: 0 }, { type: '' }]) {
    expect((await ability('get-site-changes', { site_id_or_domain: 1, ...invalid })).status).toBe(400)
  }
})

describe('a flood of changes', () => {
  it('is stored up to a limit, with a note, and later changes are stored', async () => {
    fixture.service.clock.advance(2 * 3_600_000)
    const seconds = Math.floor(fixture.service.clock.now().getTime() / 1000) - 4_500
    for (let number = 0; number < 4_000; number++) {
      site.byHand.event({ type: 1570, context: 'user', action: 'logged-in', seconds: seconds + number, micros: 1 })
    }
    await sync()
    const { total } = await changesOf()
    expect(total).toBeGreaterThanOrEqual(2_000)
    expect(total).toBeLessThan(3_200)
    expect(await descriptions({ type: 'log' })).toEqual([expect.stringMatching(/more than 2000 changes .* left out/)])
    happen(() => site.byHand.event({ type: 1205, context: 'post', action: 'published' }))
    await sync()
    expect(await descriptions({ type: 'post' })).toEqual(['Post published'])
  })

  it('that was not requested is limited and does not affect other sites', async () => {
    site.setFault('event-flood', { on: 'stats', count: 3_000 })
    await sync()
    await sync()
    expect((await changesOf()).total).toBeLessThanOrEqual(5_000)
    expect((await ability('get-site-changes', { site_id_or_domain: 2 })).body.total).toBe(0)
  })
})

it('removes control and bidi characters from hostile texts', async () => {
  happen(() => site.byHand.event({ type: 1205, context: 'post', action: 'published', meta: { posttitle: 'x' } }))
  for (const fault of ['terminal-escapes', 'bidi', 'nul'] as const) {
    await site.clearFaults()
    site.setFault(fault, { on: 'stats' })
    happen(() => site.byHand.event({ type: 1205, context: 'post', action: 'published', meta: { posttitle: 'x' } }))
    await sync()
  }
  const text = JSON.stringify(await changesOf())
  expect(text).not.toMatch(/\\u00[01]|[\u202a-\u202e\u2066-\u2069]/)
})

it('returns stored changes when the site is offline, disconnected or suspended', async () => {
  happen(() => site.byHand.logIn())
  await sync()
  site.setFault('refuse', { on: '*' })
  await fixture.service.db.updateTable('sites').set({ connection: 'disconnected', suspended_by: 'client' }).execute()
  expect(await descriptions()).toEqual(['User logged in'])
})

it('is 501 while the module is off', async () => {
  await fixture.service.app.run('switch-module', { name: 'logs', active: false })
  const { status, body } = await ability('get-site-changes', { site_id_or_domain: 1 })
  expect([status, body.code]).toEqual([501, 'svc_module_not_available'])
})

it('respects the limits of a key and refuses unknown sites', async () => {
  const { viewer, keys } = fixture.people
  expect((await ability('get-site-changes', { site_id_or_domain: 2 }, viewer.headers)).status).toBe(200)
  expect((await ability('get-site-changes', { site_id_or_domain: 2 }, keys.limited.headers)).status).toBe(404)
  expect((await ability('get-site-changes', { site_id: 99 })).body.code).toBe('svc_site_not_found')
})

it('returns items to clients of the established product', async () => {
  happen(() => site.byHand.activatePlugin(site.plugins[0]!.entry.file))
  await sync()
  const { body } = await aliased('get-site-changes', { site_id_or_domain: 1, per_page: 20 })
  expect(body).toMatchObject({ page: 1, per_page: 20, total: 1 })
  expect(body.items).toEqual([
    {
      id: expect.any(Number),
      type: 'plugin',
      action: 'activated',
      item: site.plugins[0]!.entry.name,
      user_id: 0,
      user: 'admin',
      timestamp: '2026-11-15T09:01:00Z',
    },
  ])
})
