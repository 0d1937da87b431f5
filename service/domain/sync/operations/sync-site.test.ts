import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fleet } from '../../../../simulator/index.ts'
import { callers } from '../../../testing/callers.ts'
import { connectedFleet } from '../../../testing/connected-fleet.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
let fleet: Fleet
beforeEach(async () => {
  ;({ fleet } = await connectedFleet(fixture.service, { sites: 2, clock: fixture.service.clock }))
})
afterEach(() => fleet.close())

const row = (id: number) =>
  fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const partsOf = async (id: number) =>
  (await rest(`GET /sites/${id}/sync`)).body.data.parts as { part: string; problem: string | null }[]

it('reads the site and stores its data', async () => {
  const [site] = fleet.sites
  const answer = await rest('POST /sites/1/sync')
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ success: 1, message: 'Site synced.' })
  expect(answer.body.data).toMatchObject({ synced: true, id: 1, url: site!.url, name: site!.title, problems: [] })
  expect(await row(1)).toMatchObject({
    wp_version: site!.core.installed,
    php_version: site!.phpVersion,
    last_sync: fixture.service.clock.now(),
    last_sync_attempt: fixture.service.clock.now(),
    sync_error_code: null,
  })
  expect((await row(2)).last_sync).toBeNull()
})

it.each(['PUT', 'PATCH'])('answers %s and accepts the address of a site', async (method) => {
  const domain = encodeURIComponent(fleet.sites[1]!.url)
  const answer = await rest(`${method} /sites/${domain}/sync`, {})
  expect(answer.body.data).toMatchObject({ id: 2, synced: true })
})

it('requests every due part by name, and no other', async () => {
  await rest('POST /sites/1/sync')
  const parts = (await partsOf(1)).map(({ part }) => part)
  expect(parts).toEqual(
    expect.arrayContaining(['plugins', 'themes', 'pluginUpdates', 'coreUpdate', 'security', 'health', 'users']),
  )
  expect(parts).not.toContain('recentPosts')
})

it('finds the updates that commercial plugins show only on the plugins page, in a full sync', async () => {
  const [site] = fleet.sites
  site!.plugins = []
  site!.addPlugin({ file: 'maps-pro/maps.php', name: 'Maps', version: '1.0', offer: { version: '2.0', hidden: true } })
  const afterSync = async (payload: object) => {
    const { body } = await rest('POST /sites/1/sync', payload)
    expect(body.data).toMatchObject({ synced: true, problems: [] })
    const rows = fixture.service.db.selectFrom('site_updates').select('slug').where('site_id', '=', 1)
    return (await rows.where('type', '=', 'plugin').execute()).map(({ slug }) => slug)
  }
  expect(await afterSync({})).toEqual([])
  site!.setFault('http-500', { on: 'login link', times: 1 })
  expect(await afterSync({ full: true })).toEqual([])
  expect(await afterSync({ full: true })).toEqual(['maps-pro/maps.php'])
})

it('reads users once a day, or in a full sync', async () => {
  const { service } = fixture
  const partsRead = async (payload: object = {}) =>
    (await rest('POST /sites/1/sync', payload)).body.data.parts as string[]
  expect(await partsRead()).toContain('users')
  service.clock.advance(3_600_000)
  expect(await partsRead()).not.toContain('users')
  expect(await partsRead({ full: true })).toContain('users')
  service.clock.advance(24 * 3_600_000)
  expect(await partsRead()).toContain('users')
})

it('does not read the change log while its module is off', async () => {
  await fixture.service.app.run('switch-module', { name: 'logs', active: false })
  expect((await rest('POST /sites/1/sync')).body.data.parts).not.toContain('changes')
})

describe('a site that fails', () => {
  it('by not answering stays connected, shows the reason, and keeps its stored data', async () => {
    await rest('POST /sites/1/sync')
    const before = await row(1)
    fleet.sites[0]!.setFault('refuse', { on: '*' })
    fixture.service.clock.advance(60_000)
    const answer = await rest('POST /sites/1/sync')
    expect([answer.status, answer.body.code]).toEqual([503, 'svc_connection_failed'])
    expect(await row(1)).toMatchObject({
      status: 'connected',
      wp_version: before.wp_version,
      last_sync: before.last_sync,
      last_sync_attempt: fixture.service.clock.now(),
      sync_error_code: 'svc_connection_failed',
      sync_error: answer.body.message,
    })
    expect((await rest('GET /sites/1/sync')).body.data).toMatchObject({
      last_sync: '2026-11-15T09:00:00Z',
      last_attempt: '2026-11-15T09:01:00Z',
      error: { code: 'svc_connection_failed' },
    })
    await fleet.sites[0]!.clearFaults()
    await rest('POST /sites/1/sync')
    expect(await row(1)).toMatchObject({ sync_error_code: null, sync_error: null })
  })

  it('by refusing our key is connected again with its token, once', async () => {
    const [site] = fleet.sites
    const forgotten = site!.connectedKey
    site!.connect({ publicKey: 'another key', server: site!.connection!.server })
    const answer = await rest('POST /sites/1/sync')
    expect(answer.status).toBe(200)
    expect(await row(1)).toMatchObject({ status: 'connected', sync_error_code: null })
    expect(site!.connectedKey).not.toBe(forgotten)
    expect(site!.counts.register).toBe(1)
  })

  it('by refusing our key and the token once stays connected, with the reason', async () => {
    const [site] = fleet.sites
    site!.connect({ publicKey: 'another key', server: 'https://other.example/' })
    const answer = await rest('POST /sites/1/sync')
    expect(answer.status).toBe(502)
    expect(await row(1)).toMatchObject({
      status: 'connected',
      sync_error_code: 'svc_registration_refused',
      sync_error: answer.body.message,
    })
  })

  it('in one part has the problem recorded and the rest stored', async () => {
    await rest('POST /sites/1/sync')
    const software = () =>
      fixture.service.db.selectFrom('site_software').select(['slug']).where('site_id', '=', 1).execute()
    const before = await software()
    expect(before.length).toBeGreaterThan(0)
    fleet.sites[0]!.setFault('wrong-types', { on: 'stats', times: 1 })
    const answer = await rest('POST /sites/1/sync', { full: true })
    expect(answer.status).toBe(200)
    expect(answer.body.data.problems.length).toBeGreaterThan(0)
    const noted = (await partsOf(1)).filter(({ problem }) => problem !== null)
    expect(noted.map(({ part }) => part)).toEqual(
      [...new Set(answer.body.data.problems.map(({ part }: { part: string }) => part))].sort(),
    )
    expect((await software()).length).toBe(before.length)
  })

  it('is incomplete when a requested section did not arrive: in the answer and in the condition', async () => {
    fleet.sites[0]!.setFault('wrong-types', { on: 'stats' })
    const { body } = await rest('POST /sites/1/sync')
    const missing = body.errors.length
    expect(missing).toBeGreaterThan(0)
    const total = body.data.parts.length + missing
    expect(body.message).toMatch(new RegExp(`^${body.data.parts.length} of ${total} sections received`))
    expect(body.errors[0].code).toBe('svc_sync_incomplete')
    const { condition } = (await rest('GET /sites/1')).body.data
    expect(condition).toMatchObject({
      state: 'degraded',
      reason: expect.stringMatching(/^The last sync was incomplete: /),
    })
    await fleet.sites[0]!.clearFaults()
    expect((await rest('POST /sites/1/sync')).body.message).toBe('Site synced.')
    expect((await rest('GET /sites/1')).body.data.condition.state).toBe('ok')
  })

  it.each(['json-null', 'json-text', 'no-marker', 'gzip-bomb', 'deep-json', 'php-serialized', 'http-500'] as const)(
    'with %s costs nothing but its own sync',
    async (fault) => {
      fleet.sites[0]!.setFault(fault, { on: 'stats' })
      const answer = await rest('POST /sites/1/sync')
      expect(answer.status).toBeGreaterThanOrEqual(502)
      expect(await row(1)).toMatchObject({ status: 'connected', sync_error_code: answer.body.code })
      expect((await rest('POST /sites/2/sync')).status).toBe(200)
    },
  )

  it.each([
    'xss',
    'nul',
    'lone-surrogates',
    'duplicate-slugs',
    'future-times',
    'proto-keys',
    'infinite-numbers',
  ] as const)('with %s is stored as far as it can be', async (fault) => {
    fleet.sites[0]!.setFault(fault, { on: 'stats' })
    expect((await rest('POST /sites/1/sync')).status).toBe(200)
  })
})

it('returns busy for a site that is being changed', async () => {
  const { db, clock } = fixture.service
  await db
    .insertInto('site_leases')
    .values({ site_id: 1, holder: 'an update', purpose: 'a change is under way', held_until: new Date('2100-01-01') })
    .execute()
  const syncing = rest('POST /sites/1/sync')
  const moving = setInterval(() => clock.advance(250), 1)
  const answer = await syncing.finally(() => clearInterval(moving))
  expect([answer.status, answer.body.code]).toEqual([409, 'svc_site_busy'])
  expect(fleet.sites[0]!.counts.stats).toBeUndefined()
  expect((await row(1)).sync_error_code).toBeNull()
})

it('refuses suspended, disconnected and unknown sites, and calls no site', async () => {
  const { db } = fixture.service
  await db.updateTable('sites').set({ suspended_by: 'hand' }).where('id', '=', 1).execute()
  await seedSites(db, 1, { url: 'https://never.example/', connection: 'never', private_key: null })
  const code = async (site: string | number) => {
    const { status, body } = await rest(`POST /sites/${site}/sync`)
    return [status, body.code]
  }
  expect(await code(1)).toEqual([409, 'svc_site_suspended'])
  expect(await code(3)).toEqual([409, 'svc_site_disconnected'])
  expect(await code(99)).toEqual([404, 'svc_site_not_found'])
  expect(await code('nowhere.example')).toEqual([404, 'svc_site_not_found'])
  expect(fleet.counts.stats).toBeUndefined()
})

it('returns 403 to viewers and 404 beyond the limits of a key', async () => {
  const { people } = fixture
  expect((await rest('POST /sites/1/sync', {}, people.viewer.headers)).status).toBe(403)
  expect((await rest('POST /sites/1/sync', {}, people.keys.read.headers)).status).toBe(403)
  expect((await rest('POST /sites/1/sync', {}, people.keys.limited.headers)).status).toBe(200)
  expect((await rest('POST /sites/2/sync', {}, people.keys.limited.headers)).status).toBe(404)
})

it('runs from a batch, one result each', async () => {
  const { body } = await rest('POST /sites/batch', { sync: [1, 99, 2] })
  expect(body.sync).toMatchObject([
    { id: 1, success: 1, data: { synced: true } },
    { id: 99, success: 0, error: { code: 'svc_site_not_found' } },
    { id: 2, success: 1, data: { synced: true } },
  ])
})

it('supports a dry run', async () => {
  expect((await rest('POST /sites/1/sync', { dry_run: true })).body.data).toMatchObject({
    dry_run: true,
    site_id: 1,
    would_affect: [{ id: 1 }],
  })
  expect(fleet.counts.stats).toBeUndefined()
})
