import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { createRoleKey } from '../../../testing/custom-role.ts'
import { setUpService } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { seedPendingUpdates } from '../../../testing/seed-pending-updates.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { createRecentOverviews } from '../recent-overviews.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const query = (text: string) => fixture.service.db.pool.query(text)
const down = (siteId: number, startedAt: string, endedAt: string | null = null) =>
  query(`insert into monitor_incidents (site_id, started_at, ended_at, cause_code, cause, down_count)
    values (${siteId}, '${startedAt}', ${endedAt === null ? 'null' : `'${endedAt}'`}, 'status', 'The site answered 500.', 2)`)
const overview = async (headers?: Record<string, string>) => {
  const { status, body } = await rest('GET /overview', undefined, headers)
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}

it('returns the checklist for a service without sites', async () => {
  const { sites, updates, get_started, ...rest } = await overview()
  expect(sites).toMatchObject({ total: 0, connected: 0 })
  expect(updates).toMatchObject({ total: 0, sites: 0, plugins: { updates: 0, sites: 0 } })
  expect(rest).toMatchObject({
    generated_at: '2026-11-15T09:00:00Z',
    failed_syncs: { total: 0, items: [] },
    incidents: { total: 0, items: [] },
    security: { sites: 0, issues: 0, items: [] },
    certificates: { expired: 0, items: [] },
    domains: { expired: 0, items: [] },
    changes: [],
    renewals: { total: 0, items: [] },
    jobs: { total: 0, items: [] },
  })
  expect(get_started).toEqual({
    has_site: false,
    has_connected_site: false,
    has_synced: false,
    has_client: false,
    has_tag: false,
    has_monitor_result: false,
    password_changed: true,
    email_ready: false,
    email_missing: expect.any(String),
    has_channel: false,
    has_second_user: true,
    has_backup: false,
  })
})

describe('with sites', () => {
  // The limited key sees sites 1 and 4. It is 2026-11-15T09:00:00Z.
  beforeEach(async () => {
    await seedFleet(fixture.service.db)
    await seedPendingUpdates(fixture.service.db, 1, { core: '6.9', plugins: 3 })
    await seedPendingUpdates(fixture.service.db, 2, { plugins: 1, themes: 2 })
    await query('update sites set last_sync = now() where id = 1')
    await query(`update sites set suspended_by = 'hand' where id = 2`)
    await query(`update sites set connection = 'disconnected', disconnected_code = 'svc_key_refused',
      disconnected_reason = 'The site refused our key.' where id = 3`)
    await query(`update sites set sync_error_code = 'svc_unreachable', sync_error = 'No answer.',
      last_sync_attempt = '2026-11-15T08:00:00Z' where id in (2, 4)`)
  })

  it('counts sites by status and updates by kind', async () => {
    const { sites, updates } = await overview()
    expect(sites).toEqual({
      total: 4,
      connected: 2,
      disconnected: 1,
      suspended: 1,
      never_synced: 3,
      sync_failed: 2,
      with_updates: 2,
      by_condition: { ok: 1, unknown: 0, stale: 0, degraded: 1, disconnected: 1, down: 0, suspended: 1 },
    })
    expect(updates).toEqual({
      total: 7,
      sites: 2,
      core: { updates: 1, sites: 1 },
      plugins: { updates: 4, sites: 2 },
      themes: { updates: 2, sites: 1 },
      translations: { updates: 0, sites: 0 },
    })
  })

  it('lists failed syncs and disconnected sites with the reason', async () => {
    const { failed_syncs, disconnected } = await overview()
    const site = { site_url: 'https://site-2.example/', site_name: 'Site 2' }
    const why = { code: 'svc_unreachable', message: 'No answer.', at: '2026-11-15T08:00:00Z' }
    expect(failed_syncs).toMatchObject({ total: 2, items: [{ site_id: 2, ...site, ...why }, { site_id: 4 }] })
    expect(disconnected).toMatchObject({
      total: 1,
      items: [{ site_id: 3, code: 'svc_key_refused', message: 'The site refused our key.' }],
    })
  })

  it('lists open incidents', async () => {
    await down(1, '2026-11-15T07:00:00Z')
    await down(3, '2026-11-15T06:00:00Z', '2026-11-15T08:00:00Z')
    await query('update monitors set checked_at = now() where site_id = 1')
    const { incidents, get_started } = await overview()
    expect(incidents).toMatchObject({
      total: 1,
      items: [
        { site_id: 1, site_url: 'https://site-1.example/', started_at: '2026-11-15T07:00:00Z', cause_code: 'status' },
      ],
    })
    expect(get_started).toMatchObject({ has_site: true, has_synced: true, has_client: true, has_monitor_result: true })
  })

  it('counts security issues by kind, the most severe first', async () => {
    await query(`insert into site_security (site_id, checks) values
      (1, '{"wp_uptodate": "issue", "debug_disabled": "fine", "sec_inactive_plugins": "issue"}'),
      (2, '{"sec_inactive_plugins": "unfixable", "wp_uptodate": "fine-by-itself"}'), (3, '{"wp_uptodate": "fine"}')`)
    const { security } = await overview()
    expect(security).toMatchObject({ sites: 2, issues: 3 })
    expect(security.items).toMatchObject([
      { type: 'wp_uptodate', severity: 'high', sites: 1, message: 'WordPress is not up to date. Update it.' },
      { type: 'sec_inactive_plugins', severity: 'low', sites: 2 },
    ])
  })

  it('says what is not known about the security, with the reason', async () => {
    expect((await overview()).security.coverage).toMatchObject({
      ...{ sites: 3, unknown: 3 },
      summary: '3 sites have not reported any security checks.',
    })
    await query(`insert into site_security (site_id, checks, read_at) values
      (1, '{}', '2026-11-15T08:00:00Z'), (3, '{}', '2026-11-01T08:00:00Z'), (4, '{}', '2026-11-01T08:00:00Z')`)
    expect((await overview()).security.coverage.summary).toBe('The security checks of 2 sites are out of date.')
    await query(`update site_security set read_at = '2026-11-15T08:00:00Z'`)
    expect((await overview()).security.coverage.summary).toBe(null)
  })

  it('lists certificates and domains that expire', async () => {
    const ssl = `insert into ssl_checks (site_id, url, outcome, problems, valid_to, checked_at)`
    await query(`${ssl} select id, url, 'seen', case id when 3 then '{self-signed}'::text[] else '{}' end,
      '2026-11-15T09:00:00Z'::timestamptz + (array[-1, 5, 20, 90])[id] * interval '1 day', now() from sites`)
    await query(`insert into domains (name, next_at, expires_at, manual_expires_on) values
      ('site-1.example', now(), '2026-11-20', null), ('site-2.example', now(), null, '2026-11-10'), ('idle.example', now(), '2026-11-16', null),
      ('site-3.example', now(), null, null), ('other.example', now(), null, null)`)
    await query(`insert into site_domains (site_id, url, domain) select id, url, identity from sites where id < 4`)
    await query(`update ssl_checks set outcome = 'unreachable' where site_id = 4`)
    const { certificates, domains } = await overview()
    expect(certificates).toMatchObject({ expired: 1, within_7_days: 1, within_30_days: 2, invalid: 1, checked: 3 })
    expect(certificates.items).toMatchObject([
      { site_id: 1, valid_to: '2026-11-14T09:00:00Z', days_left: -1 },
      { site_id: 2, days_left: 5 },
      { site_id: 3, days_left: 20 },
    ])
    expect(domains).toEqual({
      expired: 1,
      within_30_days: 1,
      unknown: 1,
      unchecked: 1,
      items: [
        expect.objectContaining({ domain: 'site-2.example', site_id: 2, expiry_date: '2026-11-10', days_left: -5 }),
        expect.objectContaining({ domain: 'site-1.example', site_id: 1, expiry_date: '2026-11-20', days_left: 5 }),
      ],
    })
  })

  it('lists outside changes, renewals and open jobs', async () => {
    await query(`insert into site_changes (site_id, at, source, key, type, action, item, description, user_name) values
      (1, '2026-11-15T07:00:00Z', 'site', 'a', 'plugin', 'deleted', 'Shop', 'Shop was deleted', 'bob'),
      (1, '2026-11-15T08:00:00Z', 'flotilla', 'b', 'plugin', 'updated', 'Shop', 'Shop was updated', 'ada')`)
    await rest('POST /costs/add', {
      name: 'Hosting',
      price: 10,
      payment_type: 'subscription',
      renewal_type: 'monthly',
      last_renewal: '2026-10-20',
      sites: [1],
    })
    await query(`insert into jobs (kind, operation, actor, total, status, created_at) values
      ('sync', 'sync-site', '{"name": "ada"}', 4, 'processing', now()), ('sync', 'sync-site', '{"name": "ada"}', 4, 'completed', now())`)
    const { changes, renewals, jobs } = await overview()
    expect(changes).toMatchObject([{ site_id: 1, site_name: 'Site 1', item: 'Shop', user: 'bob', source: 'site' }])
    expect(renewals).toMatchObject({ total: 1, overdue: 0, items: [{ name: 'Hosting', due: '2026-11-20' }] })
    expect(jobs).toMatchObject({ total: 1, items: [{ job_id: '1', status: 'processing', total: 4 }] })
  })

  it('returns null for modules that are switched off', async () => {
    for (const name of ['logs', 'cost-tracker', 'ssl-monitor', 'domain-monitor']) {
      await rest(`PUT /modules/${name}`, { active: false })
    }
    expect(await overview()).toMatchObject({ changes: null, renewals: null, certificates: null, domains: null })
  })

  it('covers only the sites of a limited key', async () => {
    await query(`insert into site_security (site_id, checks) values (2, '{"wp_uptodate": "issue"}')`)
    await down(3, '2026-11-15T06:00:00Z')
    const seen = await overview(fixture.people.keys.limited.headers)
    expect(seen).toMatchObject({
      sites: { total: 2, sync_failed: 1 },
      updates: { total: 4 },
      failed_syncs: { total: 1, items: [{ site_id: 4 }] },
      disconnected: { total: 0, items: [] },
      incidents: { total: 0 },
      security: { sites: 0 },
    })
  })

  it('is available to viewers, without the fields for administrators', async () => {
    const seen = await overview(fixture.people.viewer.headers)
    expect([seen.sites.total, seen.get_started.has_second_user]).toEqual([4, null])
  })

  it('has no parts that a custom role may not see', async () => {
    const monitors = { incidents: null, monitoring: null, maintenance: null }
    const hidden = { renewals: null, certificates: null, domains: null, ...monitors }
    await down(3, '2026-11-15T06:00:00Z')
    const seen = await overview(await createRoleKey(fixture.service, ['overview.read', 'sites.read']))
    expect(seen).toMatchObject({ ...hidden, sites: { total: 4 }, changes: [] })
    expect(await overview()).not.toMatchObject(hidden)
  })

  it('needs the same number of queries for few and many sites', async () => {
    const countQueries = async () => (await queriesOf(() => overview())).length
    await countQueries()
    const few = await countQueries()
    const more = await seedSites(fixture.service.db, 50, (number) => ({ url: `https://more-${number}.example` }))
    for (const { id } of more) await seedPendingUpdates(fixture.service.db, id, { plugins: 1 })
    expect([await countQueries(), few <= 25]).toEqual([few, true])
  })
})

describe('in a large fleet', () => {
  // The limited key sees sites 1 and 4.
  beforeEach(async () => {
    fixture.service.app.context.recentOverviews.largeFleet = 3
    await seedFleet(fixture.service.db)
  })
  afterEach(() => {
    Object.assign(fixture.service.app.context.recentOverviews, createRecentOverviews())
  })

  it('reads the numbers again after 30 seconds, and says when they were read', async () => {
    expect(await overview()).toMatchObject({ generated_at: '2026-11-15T09:00:00Z', sites: { total: 4 } })
    await query('delete from sites where id > 2')
    fixture.service.clock.advance(29_000)
    expect(await overview()).toMatchObject({ generated_at: '2026-11-15T09:00:00Z', sites: { total: 4 } })
    fixture.service.clock.advance(1_000)
    expect(await overview()).toMatchObject({ generated_at: '2026-11-15T09:00:30Z', sites: { total: 2 } })
    // It is small now.
    await query('delete from sites')
    expect((await overview()).sites.total).toBe(0)
  })

  it('keeps what callers with other rights see apart', async () => {
    const headers = await createRoleKey(fixture.service, ['overview.read'])
    expect((await overview()).renewals).toMatchObject({ total: 0 })
    expect(await overview(headers)).toMatchObject({ renewals: null, changes: null, sites: { total: 4 } })
    expect((await overview()).renewals).toMatchObject({ total: 0 })
  })

  it('keeps the numbers of callers who see other sites apart', async () => {
    expect((await overview()).sites.total).toBe(4)
    expect((await overview(fixture.people.keys.limited.headers)).sites.total).toBe(2)
    expect((await overview()).sites.total).toBe(4)
  })
})
