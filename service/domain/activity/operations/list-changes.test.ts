import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { insertChanges } from '../change-store.ts'

const fixture = setUpService()
const { rest, ability } = callers(fixture)
beforeEach(async () => {
  const { db } = fixture.service
  const dates = { created_at: new Date(), updated_at: new Date() }
  await db
    .insertInto('clients')
    .values({ name: 'Harbour', email: null, ...dates })
    .execute()
  await seedSites(db, 3, (number) => ({ client_id: number === 3 ? 1 : null }))
  await insertChanges(
    db,
    [1, 2, 3].map((number) => ({
      siteId: number,
      source: 'site' as const,
      key: 'log 1',
      at: new Date(Date.UTC(2026, 10, 15, 8, number)),
      type: number === 2 ? 'post' : 'plugin',
      action: 'activated',
      item: '',
      description: `Change ${number}`,
      user: number === 1 ? 'bob' : 'admin',
    })),
  )
})
const descriptions = async (query = '', headers?: Record<string, string>) =>
  (await rest(`GET /changes${query}`, undefined, headers)).body.data.map(
    ({ description }: { description: string }) => description,
  )

it('returns the changes of all sites with their site, newest first', async () => {
  const { body } = await rest('GET /changes')
  expect(body).toMatchObject({ success: 1, total: 3, page: 1, per_page: 1000, pages: 1 })
  expect(body.data[0]).toMatchObject({
    description: 'Change 3',
    site_id: 3,
    site_url: 'https://site-3.example/',
    site_name: 'Site 3',
    source: 'site',
  })
})

it.each([
  ['?site_ids=1,2', ['Change 2', 'Change 1']],
  ['?client_id=1', ['Change 3']],
  ['?types=post', ['Change 2']],
  ['?user=bob', ['Change 1']],
  ['?since=2026-11-15T08:02:00Z', ['Change 3', 'Change 2']],
  ['?until=2026-11-15T08:02:00Z', ['Change 1']],
  ['?since=2026-11-15T09:02:30%2B01:00', ['Change 3']],
  ['?per_page=1&page=2', ['Change 2']],
])('filters by %s', async (query, expected) => expect(await descriptions(query)).toEqual(expected))

it('includes changes made through Flotilla', async () => {
  await ability('suspend-site', { site_id_or_domain: 2 })
  expect(await descriptions('?source=flotilla')).toEqual(['Suspend site'])
  expect((await descriptions()).length).toBe(4)
})

it('returns to a limited key the rows and the total of its sites', async () => {
  const { limited } = fixture.people.keys
  const { body } = await rest('GET /changes', undefined, limited.headers)
  expect([body.total, body.data.length]).toEqual([1, 1])
  expect(await descriptions('?site_ids=2,3', limited.headers)).toEqual([])
})

it('refuses invalid times, and is 501 while the module is off', async () => {
  expect((await rest('GET /changes?since=yesterday')).status).toBe(400)
  expect((await rest('GET /changes', undefined, fixture.people.viewer.headers)).status).toBe(200)
  await fixture.service.app.run('switch-module', { name: 'logs', active: false })
  expect((await rest('GET /changes')).body.code).toBe('svc_module_not_available')
})
