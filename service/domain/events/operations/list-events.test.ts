import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'
import { type NewEvent, publishEvents } from '../publish-events.ts'
import { startEventEpoch } from '../read-events.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const publish = (...events: NewEvent[]) => publishEvents(fixture.service.db, events, fixture.service.clock.now())
const added = (siteId: number): NewEvent => ({ type: 'site.added', siteId, data: { by: 'ada' } })
const read = async (query = '', headers?: Record<string, string>) => {
  const { status, body } = await rest(`GET /events${query}`, undefined, headers)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.data as {
    events: { id: string; type: string; site: { id: number } | null }[]
    cursor: string
    has_more: boolean
    expired: boolean
  }
}
const typesFor = async (headers?: Record<string, string>) => (await read('', headers)).events.map(({ type }) => type)

it('returns events from the oldest on, and continues after the cursor', async () => {
  await seedSites(fixture.service.db, 3)
  await publish(added(1), added(2), added(3))
  const first = await read('?limit=2')
  expect(first).toMatchObject({ has_more: true, cursor: '2' })
  expect(first.events[0]).toEqual({
    id: 'evt_1',
    type: 'site.added',
    timestamp: '2026-11-15T09:00:00Z',
    severity: 'info',
    subject: 'site:1',
    site: { id: 1, name: 'Site 1', url: 'https://site-1.example/' },
    client_id: null,
    data: { by: 'ada' },
  })
  const second = await read(`?limit=2&since=${first.cursor}`)
  expect(second.events.map(({ id }) => id)).toEqual(['evt_3'])
  expect(second).toMatchObject({ has_more: false, cursor: '3' })
  expect(await read(`?since=${second.cursor}`)).toEqual({ events: [], has_more: false, cursor: '3', expired: false })
})

it('says once that a cursor is older than the events that are stored', async () => {
  const { app, clock, db } = fixture.service
  await seedSites(db, 3)
  await publish(added(1), added(2))
  const { cursor } = await read('?limit=1')
  clock.advance(100 * 86_400_000)
  await publish(added(3))
  await app.deleteOldRows()
  const first = await read(`?since=${cursor}`)
  expect(first).toMatchObject({ expired: true, cursor: '3', events: [{ id: 'evt_3' }] })
  expect(await read(`?since=${first.cursor}`)).toMatchObject({ expired: false, events: [] })
  expect(await read()).toMatchObject({ expired: false, events: [{ id: 'evt_3' }] })
  // Also if no event is left.
  clock.advance(100 * 86_400_000)
  await app.deleteOldRows()
  expect(await read(`?since=${cursor}`)).toMatchObject({ expired: true, cursor: '3', events: [] })
})

it('filters by type and site', async () => {
  await seedSites(fixture.service.db, 2)
  await publish(added(1), added(2), { type: 'site.connected', siteId: 1, data: {} })
  expect((await read('?types=site.connected')).events).toHaveLength(1)
  expect((await read('?site_id=1')).events.map(({ type }) => type)).toEqual(['site.added', 'site.connected'])
})

it.each(['since=x', 'since=-1', 'since=1.5', 'limit=0', 'limit=5000', 'types=site.gone', 'site_id=0'])(
  'refuses %s with 400',
  async (query) => {
    const { status, body } = await rest(`GET /events?${query}`)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'svc_invalid_input' })
  },
)

it('begins again, and says so once, with a cursor of another epoch', async () => {
  const { db } = fixture.service
  await seedSites(db, 3)
  await publish(added(1), added(2))
  let { cursor } = await read()
  // Cursors of 0.2.0 stay valid until the first restore.
  expect([cursor, (await read('?since=2')).expired]).toEqual(['2', false])
  for (const _restore of [1, 2]) {
    await startEventEpoch(db)
    const first = await read(`?since=${cursor}`)
    expect(first).toMatchObject({ expired: true, events: [{ id: 'evt_1' }, { id: 'evt_2' }] })
    cursor = first.cursor
    expect(await read(`?since=${cursor}`)).toEqual({ expired: false, events: [], cursor, has_more: false })
  }
  expect(await read('?since=0')).toMatchObject({ expired: false, events: [{ id: 'evt_1' }, { id: 'evt_2' }] })
  expect(await read('?since=999999')).toMatchObject({ expired: true, cursor })
})

describe('a reader with limits', () => {
  it('sees the events of its sites and of their clients, and a cursor that does not depend on others', async () => {
    const { db, clock } = fixture.service
    for (const name of ['Acme', 'Other'])
      await db.insertInto('clients').values({ name, created_at: clock.now(), updated_at: clock.now() }).execute()
    await db.insertInto('tags').values({ name: 'second', created_at: clock.now(), updated_at: clock.now() }).execute()
    await db.insertInto('tags').values({ name: 'care', created_at: clock.now(), updated_at: clock.now() }).execute()
    await seedSites(db, 4, (n) => ({ client_id: n === 1 ? 1 : 2 }))
    // The key `limited` has site 1 and tag 2.
    await seedSiteTags(db, 2, [3])
    const report = { period: '2026-10', scheduled: true, recipients: [] }
    await publish(
      added(1),
      added(2),
      added(3),
      { type: 'report.sent', clientId: 1, subject: 'client:1', data: report },
      { type: 'report.sent', clientId: 2, subject: 'client:2', data: report },
      { type: 'settings.changed', data: { group: 'general', keys: ['a'] } },
      added(4),
    )
    const { events, cursor, has_more } = await read('', fixture.people.keys.limited.headers)
    expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_3', 'evt_4', 'evt_5'])
    expect({ cursor, has_more }).toEqual({ cursor: '5', has_more: false })
    expect((await read()).events).toHaveLength(7)
  })

  it('sees no event of a site that left its limits', async () => {
    await seedSites(fixture.service.db, 2)
    const { user } = (
      await fixture.service.app.run('add-user', {
        login: 'lena',
        password: 'a long and right pass phrase',
        must_change_password: false,
        role: 'viewer',
        site_ids: [1],
      })
    ).output as { user: { id: number } }
    const { token } = (await fixture.service.app.run('add-key', { user_id: user.id })).output as { token: string }
    await publish(added(1), added(2))
    const lena = { authorization: `Bearer ${token}` }
    expect((await read('', lena)).events.map(({ site }) => site?.id)).toEqual([1])
    await fixture.service.app.run('update-user', { id: user.id, site_ids: [2] })
    expect((await read('', lena)).events.map(({ site }) => site?.id)).toEqual([2])
  })
})

describe('a reader with a role', () => {
  it('sees only types of its permissions', async () => {
    await seedSites(fixture.service.db, 1)
    await publish(
      added(1),
      { type: 'health.poor', siteId: 1, data: { score: 40 } },
      { type: 'settings.changed', data: { group: 'general', keys: ['a'] } },
    )
    expect(await typesFor()).toEqual(['site.added', 'health.poor', 'settings.changed'])
    expect(await typesFor(fixture.people.viewer.headers)).toEqual(['site.added', 'health.poor'])
    const { id } = (
      await fixture.service.app.run('add-role', {
        name: 'Health',
        permissions: ['monitors.read', 'notifications.read'],
      })
    ).output as { id: number }
    await fixture.service.app.run('update-user', { id: fixture.people.viewer.id, role_id: id })
    expect(await typesFor(fixture.people.viewer.headers)).toEqual(['health.poor'])
  })

  it('sees the jobs that it started, and an administrator all', async () => {
    const job = {
      job_id: '1',
      kind: 'sync',
      started_by: '',
      outcome: null,
      total: 1,
      succeeded: 1,
      failed: 0,
      cancelled: 0,
    }
    const { manager, administrator } = fixture.people
    const startedBy = async (userId: number) => {
      // The people of tests call with their keys, and a key sees its own jobs.
      const { id } = await fixture.service.db
        .selectFrom('api_keys')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id')
        .executeTakeFirstOrThrow()
      return { userId, keyId: id }
    }
    for (const { id } of [manager, administrator])
      await publish({ type: 'job.finished', subject: `job:${id}`, startedBy: await startedBy(id), data: job })
    const subjects = async (headers: Record<string, string>) =>
      ((await read('', headers)).events as unknown as { subject: string }[]).map(({ subject }) => subject)
    expect(await subjects(manager.headers)).toEqual([`job:${manager.id}`])
    expect(await subjects(fixture.people.viewer.headers)).toEqual([])
    expect(await subjects(administrator.headers)).toEqual([`job:${manager.id}`, `job:${administrator.id}`])
  })
})
