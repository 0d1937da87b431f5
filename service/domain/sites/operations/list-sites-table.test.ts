import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { seedPendingUpdates } from '../../../testing/seed-pending-updates.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const idsOf = async (query: string, headers?: Record<string, string>) => {
  const { status, body } = await rest(`GET /sites/table?${query}`, undefined, headers)
  expect([status, body.code]).toEqual([200, undefined])
  return body.data.map((row: { id: number }) => row.id)
}
const set = (id: number, columns: string) =>
  fixture.service.db.pool.query(`update sites set ${columns} where id = ${id}`)

// Client 1 (Harbour) has sites 1 and 2, client 2 (Shipyard) site 3, site 4 none; tag 1 is on 1 and 3, tag 2 on 4.
beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await seedPendingUpdates(fixture.service.db, 1, { core: '6.9', plugins: 2 })
  await seedPendingUpdates(fixture.service.db, 3, { translations: 1 })
  await set(1, `name = 'zebra', wp_version = '6.8', php_version = '8.2'`)
  await set(2, `name = 'Apple', connection = 'disconnected', disconnected_code = 'svc_key_refused', health_score = 90`)
  await set(3, `name = 'mango', wp_version = '6.10', php_version = '8.10.1', health_score = 40`)
  await set(4, `name = 'kiwi', suspended_by = 'hand', sync_error_code = 'svc_unreachable', sync_error = 'No answer.'`)
  await fixture.service.db.pool.query(`insert into site_security (site_id, checks, read_at) values
    (1, '{"sslprotocol": "issue", "wp_uptodate": "fine"}', now()), (2, '{"sslprotocol": "fine"}', now()),
    (3, '{"sslprotocol": "unfixable", "wp_uptodate": "issue"}', now())`)
  await set(3, `last_sync = '2026-11-14T08:00:00Z'`)
  await set(1, `last_sync = '2026-11-13T08:00:00Z'`)
  await fixture.service.db.pool.query(`update monitors set uptime_30d = 99.5, status = 'down' where site_id = 1`)
  await fixture.service.db.pool.query(
    `update monitors set uptime_30d = 100, active = true, status = 'up' where site_id = 2`,
  )
})

it('returns everything that a row of the table needs', async () => {
  const { body } = await rest('GET /sites/table?per_page=1')
  expect(body).toMatchObject({ success: 1, total: 4, page: 1, per_page: 1, pages: 4 })
  expect(body.data).toEqual([
    {
      id: 1,
      url: 'https://site-1.example/',
      name: 'zebra',
      status: 'connected',
      suspended_by: 'none',
      icon_url: null,
      client: { id: 1, name: 'Harbour' },
      tags: [{ id: 1, name: 'Boats', color: null }],
      connection: { ok: true, code: null, message: null },
      updates: { core: '6.9', plugins: 2, themes: 0, translations: 0, total: 3 },
      condition: {
        state: 'stale',
        reason: 'The site was not synced for longer than planned, so its data may be out of date.',
        cause: 'stale',
        detail: '',
        since: '2026-11-13T08:00:00Z',
      },
      health_score: null,
      health_score_at: null,
      vulnerabilities: 0,
      uptime_30d: 99.5,
      monitor_status: 'paused',
      monitor_checked_at: null,
      monitor_stale: false,
      wp_version: '6.8',
      php_version: '8.2',
      child_version: '',
      last_sync: '2026-11-13T08:00:00Z',
      sync_error: null,
      created_at: '2026-11-01T08:00:00Z',
    },
  ])
})

it('returns why a site is not connected or not synced, and the status of its monitor', async () => {
  const { data } = (await rest('GET /sites/table?include=2,4')).body
  expect(data).toMatchObject([
    { connection: { ok: false, code: 'svc_key_refused' }, uptime_30d: 100, monitor_status: 'up' },
    { sync_error: { code: 'svc_unreachable', message: 'No answer.' }, uptime_30d: null, monitor_status: 'paused' },
  ])
})

it.each([
  ['url', [1, 2, 3, 4]],
  ['id', [1, 2, 3, 4]],
  ['name', [2, 4, 3, 1]],
  ['status', [1, 3, 2, 4]],
  ['updates', [2, 4, 3, 1]],
  ['health', [1, 4, 3, 2]],
  ['uptime', [3, 4, 1, 2]],
  ['wp_version', [2, 4, 1, 3]],
  ['php_version', [2, 4, 1, 3]],
  ['last_sync', [2, 4, 1, 3]],
  ['created_at', [1, 2, 3, 4]],
])('sorts by %s', async (orderby, ids) => {
  expect(await idsOf(`orderby=${orderby}`)).toEqual(ids)
  expect(await idsOf(`orderby=${orderby}&order=desc`)).toEqual(ids.toReversed())
})

it.each([
  ...['url', 'id', 'name', 'status', 'updates', 'health', 'uptime', 'wp_version', 'php_version', 'last_sync'],
  ...['created_at', 'client'],
])('returns the same sites by %s in one page and in pages of one', async (orderby) => {
  for (const order of ['asc', 'desc']) {
    for (const filter of ['', '&exclude=99', '&has_updates=false', '&search=site']) {
      const query = `orderby=${orderby}&order=${order}${filter}`
      const all = await idsOf(query)
      const pages: number[][] = []
      for (let page = 1; page <= all.length + 1; page++) pages.push(await idsOf(`${query}&per_page=1&page=${page}`))
      expect([query, pages]).toEqual([query, [...all.map((id: number) => [id]), []]])
    }
  }
})

it('finds a deep page in an index alone, in every order', async () => {
  const { db } = fixture.service
  await seedSites(db, 2_000, (number) => ({ url: `https://more-${number}.example/` }))
  await db.pool.query('vacuum analyze sites, site_search, monitors')
  const planOf = async (orderby: string) => {
    const [text] = (await queriesOf(() => rest(`GET /sites/table?orderby=${orderby}&page=10`))).filter((query) =>
      query.includes('found_index'),
    )
    // Only the part that finds the ids; its limit and offset are the only values.
    const [, ids] = /unnest\(array\((select .*? offset )\$\d+\)\)/s.exec(text!)!
    const { rows } = await db.pool.query(`explain ${ids!.replace(/\$\d+/, '50')} 450`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const orders = {
    site_search: ['url', 'name'],
    sites: ['id', 'status', 'health', 'wp_version', 'php_version', 'last_sync', 'created_at'],
    monitors: ['uptime'],
  }
  for (const [table, names] of Object.entries(orders)) {
    for (const orderby of names) {
      const plan = await planOf(orderby)
      expect(plan, orderby).toMatch(new RegExp(`Index Only Scan (Backward )?using \\S+ on ${table}`))
      expect(plan, orderby).not.toContain('Sort')
    }
  }
})

describe('sorting by client', () => {
  it('puts sites without a client last in both orders', async () => {
    expect(await idsOf('orderby=client')).toEqual([1, 2, 3, 4])
    expect(await idsOf('orderby=client&order=desc')).toEqual([3, 1, 2, 4])
  })

  it.each([
    [1, 2, [1, 2]],
    [2, 2, [3, 4]],
    [2, 3, [4]],
    [4, 1, [4]],
    [5, 1, []],
  ])('pages over both parts as over one list: page %i of %i', async (page, perPage, ids) => {
    const { body } = await rest(`GET /sites/table?orderby=client&page=${page}&per_page=${perPage}`)
    expect([body.total, body.data.map((row: { id: number }) => row.id)]).toEqual([4, ids])
  })
})

it.each([
  ['status=suspended', [4]],
  ['status=disconnected', [2]],
  ['search=ANG', [3]],
  ['search=site-4.ex', [4]],
  ['client_id=1', [1, 2]],
  ['without_client=true', [4]],
  ['tag_ids=1,2', [1, 3, 4]],
  ['has_updates=true', [1, 3]],
  ['has_updates=false', [2, 4]],
  ['sync_failed=true', [4]],
  ['sync_failed=false', [1, 2, 3]],
  ['security_issue=sslprotocol', [1, 3]],
  ['security_issue=wp_uptodate', [3]],
  ['security_issue=any', [1, 3]],
  ['security_issue=unheard-of', []],
  ['wp_version=6.10', [3]],
  ['wp_version=6.1', []],
  ['php_version=8.2', [1]],
  ['include=1,2,3&exclude=2', [1, 3]],
  ['tag_ids=1&has_updates=true&client_id=1', [1]],
])('filters by %s in every order', async (filter, ids) => {
  expect(await idsOf(filter)).toEqual(ids)
  for (const orderby of ['client', 'uptime', 'updates', 'name']) {
    expect((await idsOf(`${filter}&orderby=${orderby}`)).toSorted()).toEqual(ids)
  }
  expect((await rest(`GET /sites/table?${filter}&page=9`)).body).toMatchObject({ total: ids.length, data: [] })
})

it('counts again when a sync changed a filtered column', async () => {
  expect((await rest('GET /sites/table?has_updates=true')).body.total).toBe(2)
  await seedPendingUpdates(fixture.service.db, 2, { themes: 1 })
  expect((await rest('GET /sites/table?has_updates=true')).body.total).toBe(3)
})

it('shows a limited key its own sites', async () => {
  const { headers } = fixture.people.keys.limited
  expect(await idsOf('', headers)).toEqual([1, 4])
  expect(await idsOf('orderby=client&order=desc', headers)).toEqual([1, 4])
})

it('refuses an unknown order', async () => {
  const { status, body } = await rest('GET /sites/table?orderby=colour')
  expect([status, body.code]).toEqual([400, 'svc_invalid_input'])
})

it('sends as many queries for many rows as for few', async () => {
  const own = async (query: string) =>
    (await queriesOf(() => rest(`GET /sites/table?${query}`))).filter((text) => /\bsites\b/.test(text))
  await own('orderby=client')
  expect((await own('orderby=client&per_page=100')).length).toBeLessThanOrEqual(4)
  for (const query of ['', 'tag_ids=1']) {
    await own(`${query}&per_page=100`)
    expect(await own(`${query}&per_page=100`)).toEqual(await own(`${query}&per_page=1`))
  }
  expect(await own('')).toHaveLength(1)
})
