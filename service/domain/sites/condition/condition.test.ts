import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { recordSyncFailure } from '../site-events.ts'
import { recordHomepageCheck } from '../site-store.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)

const hour = 3_600_000
const before = (hours: number) => new Date(fixture.service.clock.now().getTime() - hours * hour)
const iso = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z')
const query = (text: string, values: unknown[] = []) => fixture.service.db.pool.query(text, values)
const monitorAll = () => rest('PUT /settings/monitoring/edit', { svc_uptime_monitoring_active: 1 })
const conditionOf = async (id: number) => (await rest(`GET /sites/${id}`)).body.data.condition

type Seed = Parameters<typeof seedSites>[2]
const seed = (site: Seed, monitor: { status?: string; message?: string; failing_since?: Date } = {}) =>
  seedSites(fixture.service.db, 1, site).then(() =>
    query('update monitors set status = $1, message = $2, failing_since = $3', [
      monitor.status ?? 'up',
      monitor.message ?? '',
      monitor.failing_since ?? null,
    ]),
  )
const synced = () => ({ last_sync: before(1), last_sync_attempt: before(1) })

describe('the condition of a site', () => {
  it('is ok when it is connected, synced and up', async () => {
    await seed(synced())
    await monitorAll()
    expect(await conditionOf(1)).toEqual({
      state: 'ok',
      reason: 'Connected, synced and up.',
      cause: 'ok',
      detail: '',
      since: null,
    })
  })

  it('says that the uptime is not monitored', async () => {
    await seed(synced(), { status: 'down' })
    const reason = 'Connected and synced. Its uptime is not monitored.'
    expect(await conditionOf(1)).toMatchObject({ state: 'ok', reason, since: null })
  })

  it('says that the monitor has not checked it yet', async () => {
    await seed(synced(), { status: 'first' })
    await monitorAll()
    const reason = 'Connected and synced. Its monitor has not checked it yet.'
    expect(await conditionOf(1)).toMatchObject({ state: 'ok', reason, since: null })
  })

  it('does not say that it is up when its monitor has not checked it for two of its intervals', async () => {
    await seed(synced())
    await monitorAll()
    await query('update monitors set checked_at = $1', [before(1)])
    const reason = 'Connected and synced. Its monitor has not checked it for longer than planned.'
    expect(await conditionOf(1)).toMatchObject({ state: 'ok', reason, since: null })
    await query('update monitors set interval_seconds = 3600')
    expect(await conditionOf(1)).toMatchObject({ state: 'ok', reason: 'Connected, synced and up.', since: null })
  })

  it('is down since the first failed check, although the status is connected', async () => {
    await seed(synced(), {
      status: 'down',
      message: 'The site answered 500; expected 200-206.',
      failing_since: before(3),
    })
    await monitorAll()
    const { status, condition } = (await rest('GET /sites/1')).body.data
    expect([status, condition]).toMatchObject([
      'connected',
      {
        state: 'down',
        reason: 'The site is down: The site answered 500; expected 200-206.',
        cause: 'down',
        detail: 'The site answered 500; expected 200-206.',
        since: iso(before(3)),
      },
    ])
  })

  it('is degraded while a failed check is repeated', async () => {
    await seed(synced(), { status: 'pending', message: 'No answer.', failing_since: before(0) })
    await monitorAll()
    const reason = 'The last check failed and is being repeated: No answer.'
    expect(await conditionOf(1)).toMatchObject({ state: 'degraded', reason, since: iso(before(0)) })
  })

  it('is degraded since the first failed sync', async () => {
    const sync_error = 'The site does not answer.'
    await seed({
      last_sync: before(200),
      sync_error_code: 'svc_site_offline',
      sync_error,
      sync_failing_since: before(190),
    })
    expect(await conditionOf(1)).toMatchObject({
      state: 'degraded',
      reason: 'The last sync failed: The site does not answer.',
      since: iso(before(190)),
    })
  })

  it('is stale when no sync arrived for two periods', async () => {
    await seed({ last_sync: before(8 * 24) })
    const reason = 'The site was not synced for longer than planned, so its data may be out of date.'
    expect(await conditionOf(1)).toMatchObject({ state: 'stale', reason, since: iso(before(8 * 24)) })
  })

  it('is unknown before the first sync', async () => {
    await seed({ created_at: before(1) })
    const condition = { state: 'unknown', reason: 'Connected, but not synced yet.', since: iso(before(1)) }
    expect(await conditionOf(1)).toMatchObject(condition)
  })

  it('is disconnected with the reason and the time', async () => {
    await seed(synced())
    await rest('POST /sites/1/disconnect')
    const condition = { state: 'disconnected', reason: 'Not connected: Disconnected in Flotilla.' }
    expect(await conditionOf(1)).toMatchObject({ ...condition, since: iso(before(0)) })
  })

  it('is disconnected when it was never connected', async () => {
    await seed({ connection: 'never', created_at: before(5) })
    const condition = { state: 'disconnected', reason: 'Not connected yet.', since: iso(before(5)) }
    expect(await conditionOf(1)).toMatchObject(condition)
  })

  it('is suspended and nothing else, whatever was seen before', async () => {
    await seed({ ...synced(), sync_error_code: 'svc_site_offline', sync_error: 'x' }, { status: 'down' })
    await monitorAll()
    await rest('POST /sites/1/suspend')
    const reason = 'Suspended by hand. It is not synced, updated or monitored.'
    expect(await conditionOf(1)).toMatchObject({ state: 'suspended', reason, since: iso(before(0)) })
  })
})

describe('lists of sites', () => {
  const states = ['ok', 'unknown', 'stale', 'degraded', 'disconnected', 'down', 'suspended'] as const
  const fleet = async () => {
    const sites: Exclude<Seed, undefined>[] = [
      synced(),
      {},
      { last_sync: before(100) },
      { ...synced(), sync_error_code: 'svc_site_offline', sync_error: 'x' },
      { ...synced(), connection: 'disconnected' },
      synced(),
      { ...synced(), suspended_by: 'hand' },
    ]
    await seedSites(fixture.service.db, sites.length, (number) => sites[number - 1] as object)
    await query(`update monitors set status = case when site_id = 6 then 'down' else 'up' end`)
    await monitorAll()
  }
  const shown = (rows: { id: number; condition: { state: string } }[]) =>
    rows.toSorted((one, other) => one.id - other.id).map(({ condition }) => condition.state)

  it('show the same condition as the site itself', async () => {
    await fleet()
    expect(shown((await rest('GET /sites')).body.data)).toEqual(states)
    expect(shown((await rest('GET /sites/table')).body.data)).toEqual(states)
    expect(shown((await rest('GET /search?q=site-&limit=20')).body.data.sites)).toEqual(states)
    expect((await rest('GET /overview')).body.data.sites.by_condition).toEqual(
      Object.fromEntries(states.map((state) => [state, 1])),
    )
  })

  it.each(states)('can be filtered by the state %s', async (state) => {
    await fleet()
    const { body } = await rest(`GET /sites/table?condition=${state}`)
    expect([body.total, shown(body.data)]).toEqual([1, [state]])
  })

  it.each(['GET /sites', 'GET /sites/table'] as const)('need no query per site: %s', async (route) => {
    await fleet()
    await rest(route)
    const few = await queriesOf(() => rest(route))
    await seedSites(fixture.service.db, 30, (number) => ({ url: `https://more-${number}.example/` }))
    await rest(route)
    expect(await queriesOf(() => rest(route))).toEqual(few)
  })
})

describe('when the address of a site changes', () => {
  const facts = {
    last_sync_attempt: new Date('2026-11-15T08:00:00Z'),
    checked_at: new Date('2026-11-15T08:00:00Z'),
    reachable: true,
    http_status: 200,
    response_time_ms: 20,
    health_score: 90,
    private_key: null,
  }
  const seeAt = async (url: string, site: object = {}) => {
    await seed({ ...facts, last_sync: before(1), url, ...site }, { status: 'down', failing_since: before(2) })
    await query(`update monitors set checked_at = now(), http_code = 500, address = '192.0.2.1'`)
    await query(`insert into monitor_incidents (site_id, started_at, cause_code, cause, down_count)
      values (1, now() - interval '2 hours', 'status', 'The site answered 500.', 3)`)
    await query(`insert into site_security (site_id, checks, read_at, certificate_valid, certificate_seen_at)
      values (1, '{"wp_uptodate": "issue"}', now(), true, now())`)
    await query(`insert into site_parts (site_id, part, read_at, good_at) values (1, 'health', now(), now())`)
    await monitorAll()
  }

  it.each([
    ['to another server', 'https://site-1.example/', 'https://elsewhere.example/', 'disconnected'],
    ['from http to https', 'http://site-1.example/', 'https://site-1.example/', 'unknown'],
    ['to another path', 'https://site-1.example/', 'https://site-1.example/blog/', 'disconnected'],
  ])('nothing is known until it is seen there: %s', async (_, url, next, state) => {
    await seeAt(url)
    expect((await rest('PUT /sites/1/edit', { url: next })).status).toBe(200)
    const { last_sync, last_check, stats, condition, sync_error } = (await rest('GET /sites/1')).body.data
    expect(condition).toMatchObject({ state, since: iso(before(0)) })
    expect([last_sync, last_check, stats.health_score, stats.health_score_at, sync_error]).toEqual([
      '',
      ...Array(4).fill(null),
    ])
    expect((await rest('GET /monitors/1')).body.data).toMatchObject({
      last_status: 'first',
      last_check_at: null,
      address: null,
    })
    expect((await rest('GET /monitors/incidents?status=down')).body.total).toBe(0)
    expect((await rest('GET /sites/1/sync')).body.data).toMatchObject({
      last_sync: null,
      last_attempt: null,
      parts: [],
    })
    const { rows } = await query('select checks, read_at, certificate_valid, certificate_seen_at from site_security')
    expect(rows).toEqual([{ checks: {}, read_at: null, certificate_valid: null, certificate_seen_at: null }])
  })

  it('says why nothing is known', async () => {
    await seeAt('http://site-1.example/')
    await rest('PUT /sites/1/edit', { url: 'https://site-1.example/' })
    const reason = 'The address was changed. Nothing is known about the new address until the next sync.'
    expect(await conditionOf(1)).toMatchObject({ state: 'unknown', reason, since: iso(before(0)) })
  })

  it('keeps everything when the same address is sent again', async () => {
    await seeAt('https://site-1.example/')
    const site = (await rest('GET /sites/1')).body.data
    await rest('PUT /sites/1/edit', { url: 'site-1.example' })
    expect((await rest('GET /sites/1')).body.data).toEqual(site)
  })

  it('does not store the result of a sync or check of the former address', async () => {
    await seed({ url: 'http://site-1.example/' })
    const { db, app, clock } = fixture.service
    const former = { id: 1, url: 'http://site-1.example/' }
    const takenAt = clock.now()
    clock.advance(1_000)
    await rest('PUT /sites/1/edit', { url: 'https://site-1.example/' })
    await recordSyncFailure(db, { ...former, sync_error_code: null }, clock.now(), {
      code: 'svc_site_offline',
      message: 'x',
    })
    await recordHomepageCheck(db, former, { reachable: false, http_status: 0, response_time_ms: 0 }, clock.now())
    const snapshot = { takenAt, problems: [], wordpressVersion: '6.8' } as never
    await expect(app.context.ingest(1, snapshot, { claimedUrl: null })).rejects.toThrow('was changed')
    expect((await rest('GET /sites/1')).body.data).toMatchObject({
      sync_error: null,
      last_check: null,
      last_sync: '',
    })
  })
})

it('leaves abilities as they are', async () => {
  await seed(synced())
  const site = (await ability('get-site', { site_id_or_domain: 1, include_stats: true })).body
  const list = (await ability('list-sites', { include_details: true })).body.items[0]
  for (const each of [site, list]) {
    expect(Object.keys(each)).not.toContain('condition')
    expect(Object.keys(each.stats)).toEqual(['plugin_updates', 'theme_updates', 'wp_update_available', 'health_score'])
  }
})
