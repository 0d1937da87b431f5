import { beforeEach, expect, it } from 'vitest'
import { setUpMail } from '../testing/set-up-mail.ts'

const fixture = setUpMail()
const list = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /notifications${query}`, undefined, headers)).body

beforeEach(async () => {
  await fixture.happen(1, 'down')
  fixture.service.clock.advance(60_000)
  await fixture.happen(2, 'certificate')
  fixture.service.clock.advance(60_000)
  await fixture.happen(1, 'up')
})

it('lists events, newest first, with the number of messages by state', async () => {
  const body = await list()
  expect(body).toMatchObject({ success: 1, total: 3 })
  expect(body.data[0]).toEqual({
    id: expect.any(Number),
    kind: 'up',
    site_id: 1,
    site_url: 'https://site-1.example/',
    site_name: 'Site 1',
    address: '203.0.113.1',
    cause: 'The site answered 500.',
    happened_at: '2026-11-15T09:02:00Z',
    began_at: '2026-11-15T09:02:00Z',
    messages: { waiting: 0, sent: 0, failed: 0 },
  })
  await fixture.pass(15)
  expect((await list()).data[0].messages).toEqual({ waiting: 0, sent: 1, failed: 0 })
})

it('filters by kind and site, and is paged', async () => {
  expect((await list('?kind=certificate')).data).toMatchObject([{ site_id: 2 }])
  expect((await list('?site_id=1')).total).toBe(2)
  expect((await list('?site_id_or_domain=site-2.example')).total).toBe(1)
  expect(await list('?per_page=2&page=2')).toMatchObject({ total: 3, pages: 2, data: [{ kind: 'down' }] })
  expect((await list('?site_id=99')).code).toBe('svc_site_not_found')
})

it('returns only events of its sites to a limited key', async () => {
  const { headers } = fixture.people.keys.limited
  expect(await list('', headers)).toMatchObject({ total: 2, data: [{ site_id: 1 }, { site_id: 1 }] })
  await fixture.service.db
    .insertInto('tags')
    .values({ id: 2, name: 'Boats', created_at: new Date(0), updated_at: new Date(0) })
    .execute()
  await fixture.service.db.insertInto('site_tags').values({ site_id: 2, tag_id: 2 }).execute()
  expect((await list('', headers)).total).toBe(3)
})

it('keeps events of deleted sites', async () => {
  await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
  expect((await list()).data[0]).toMatchObject({ site_id: null, site_url: 'https://site-1.example/' })
  expect((await list('', fixture.people.keys.limited.headers)).total).toBe(0)
})
