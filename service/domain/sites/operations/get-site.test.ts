import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedPendingUpdates } from '../../../testing/seed-pending-updates.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const get = (site_id_or_domain: number | string, more: object = {}, headers?: Record<string, string>) =>
  ability('get-site', { site_id_or_domain, ...more }, headers)

it('finds a site by its id, address or domain', async () => {
  await seedSites(fixture.service.db, 2)
  for (const ref of [
    2,
    '2',
    'site-2.example',
    'www.site-2.example',
    'https://site-2.example/',
    'HTTP://SITE-2.EXAMPLE',
  ]) {
    expect((await get(ref)).body).toMatchObject({ id: 2, url: 'https://site-2.example/', status: 'connected' })
  }
})

it('reads digits as an id, never as a name', async () => {
  await seedSites(fixture.service.db, 1, { name: '12' })
  expect((await get('12')).status).toBe(404)
})

it.each([99, '99', 'nowhere.example', 'not an address', 'https://a:b@site-1.example'])(
  'knows no site %j',
  async (ref) => {
    await seedSites(fixture.service.db, 1)
    const response = await get(ref)
    expect([response.status, response.body.code]).toEqual([404, 'svc_site_not_found'])
  },
)

it('returns the details, and the stats on request', async () => {
  await fixture.service.db.pool.query(
    `insert into tags (name, color, created_at, updated_at) values ('b', null, now(), now()), ('A', '#00f', now(), now())`,
  )
  await seedSites(fixture.service.db, 1, {
    wp_version: '6.8',
    notes: 'n',
    last_sync: new Date('2026-11-02T03:04:05.678Z'),
    checked_at: new Date('2026-11-03T00:00:00Z'),
    reachable: false,
    http_status: 0,
  })
  await seedPendingUpdates(fixture.service.db, 1, { core: '6.9', plugins: 3 })
  await fixture.service.db.pool.query('insert into site_tags values (1, 1), (1, 2)')
  const { body } = await get(1)
  expect(body).toEqual({
    id: 1,
    url: 'https://site-1.example/',
    name: 'Site 1',
    status: 'connected',
    client_id: null,
    admin_username: 'admin',
    wp_version: '6.8',
    php_version: '',
    child_version: '',
    last_sync: '2026-11-02T03:04:05Z',
    notes: 'n',
    tags: [
      { id: 2, name: 'A', color: '#00f' },
      { id: 1, name: 'b', color: null },
    ],
    connection: { ok: true, code: null, message: null },
    suspended_by: 'none',
    ssl_verify: true,
    sync_error: null,
    last_check: { checked_at: '2026-11-03T00:00:00Z', reachable: false, http_status: 0, response_time_ms: 0 },
    facts: {},
    icon_url: null,
    created_at: '2026-11-01T08:00:00Z',
  })
  const stats = { plugin_updates: 3, theme_updates: 0, wp_update_available: true, health_score: null }
  expect((await get(1, { include_stats: true })).body.stats).toEqual(stats)
  expect((await rest('GET /sites/site-1.example')).body).toMatchObject({ success: 1, data: { id: 1, stats } })
})

it('returns 404 to a limited key beyond its limits', async () => {
  await seedSites(fixture.service.db, 2)
  const { headers } = fixture.people.keys.limited
  expect((await get(1, {}, headers)).status).toBe(200)
  expect((await get(2, {}, headers)).status).toBe(404)
  expect((await get('site-2.example', {}, headers)).status).toBe(404)
})

it('sends one query', async () => {
  await seedSites(fixture.service.db, 1)
  await get(1)
  expect((await queriesOf(() => get(1))).filter((text) => / sites /.test(text))).toHaveLength(1)
})

it('has empty texts instead of null in an ability: a site that was never synced', async () => {
  await seedSites(fixture.service.db, 1)
  const { body } = await get(1)
  expect(body).toMatchObject({ last_sync: '', notes: '', wp_version: '', php_version: '' })
})
