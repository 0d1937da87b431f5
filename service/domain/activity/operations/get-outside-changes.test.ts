import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { insertChanges } from '../change-store.ts'

const fixture = setUpService()
const { rest, ability } = callers(fixture)
const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 8, minute))
beforeEach(async () => {
  const { db } = fixture.service
  await seedSites(db, 2)
  const change = (number: number, type: string, action: string) => ({
    siteId: 1,
    source: 'site' as const,
    key: `log ${number}`,
    at: at(number),
    type,
    action,
    item: `Item ${number}`,
    description: `Change ${number}`,
    user: 'admin',
  })
  await insertChanges(db, [
    change(1, 'plugin', 'activated'),
    change(2, 'post', 'published'),
    change(3, 'plugin', 'deleted'),
  ])
  await ability('suspend-site', { site_id_or_domain: 1 })
})
const numbers = async (query: string) =>
  (await rest(`GET /sites/1/non-svc-changes${query}`)).body.data.map(({ item }: { item: string }) => item.slice(5))

it('returns changes made on the site, newest first, without those made through Flotilla', async () => {
  const { status, body } = await rest('GET /sites/site-1.example/non-svc-changes')
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: 1, total: 3, page: 1, pages: 1, site: { id: 1 } })
  expect(body.data[0]).toMatchObject({
    log_id: body.data[0].id,
    site_id: 1,
    item: 'Item 3',
    context: 'plugin',
    action: 'deleted',
    description: 'Change 3',
    user_login: 'admin',
    created: at(3).getTime() / 1000,
    timestamp: '2026-11-15T08:03:00Z',
    source: 'site',
  })
})

it.each([
  ['?order=asc', ['1', '2', '3']],
  ['?contexts=plugin', ['3', '1']],
  ['?contexts=plugin,post&actions=published,deleted', ['3', '2']],
  ['?source=wpadmin&per_page=1&page=2', ['2']],
])('filters by %s', async (query, expected) => expect(await numbers(query)).toEqual(expected))

it('returns changes made through Flotilla on request', async () => {
  for (const source of ['flotilla', 'dashboard']) {
    const { body } = await rest(`GET /sites/1/non-svc-changes?source=${source}`)
    expect(body.data).toMatchObject([{ description: 'Suspend site', source: 'flotilla' }])
  }
  expect((await rest('GET /sites/1/non-svc-changes?source=all')).body.total).toBe(4)
})

it('refuses unknown sources and sites, and is 501 while the module is off', async () => {
  expect((await rest('GET /sites/1/non-svc-changes?source=elsewhere')).status).toBe(400)
  expect((await rest('GET /sites/9/non-svc-changes')).status).toBe(404)
  const { limited } = fixture.people.keys
  expect((await rest('GET /sites/2/non-svc-changes', undefined, limited.headers)).status).toBe(404)
  await fixture.service.app.run('switch-module', { name: 'logs', active: false })
  expect((await rest('GET /sites/1/non-svc-changes')).status).toBe(501)
})

it('runs from a batch', async () => {
  const { body } = await rest('POST /batch', { sites: { 'non-svc-changes': [1, 9] } })
  expect(body.sites['non-svc-changes']).toMatchObject([
    { id: 1, success: 1, total: 3, site: { id: 1 } },
    { id: 9, success: 0, error: { code: 'svc_site_not_found' } },
  ])
})
