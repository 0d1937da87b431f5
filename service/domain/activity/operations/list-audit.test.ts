import { expect, it } from 'vitest'
import type { Limits } from '../../../operation/limits.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { queriesOf } from '../../../testing/record-queries.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { countAuditLines, listAuditLines } from '../audit-list-store.ts'

const fixture = setUpService()
const noLimits: Limits = { sites: [], tags: [], clients: [] }
const { rest, ability } = callers(fixture)

it('returns actor, operation, subject and outcome, newest first', async () => {
  await seedSites(fixture.service.db, 1)
  await ability('suspend-site', { site_id_or_domain: 1 })
  await ability('suspend-site', { site_id_or_domain: 99 })
  const { status, body } = await rest('GET /audit')
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: 1, total: 2, page: 1, per_page: 1000 })
  expect(body.data).toMatchObject([
    { operation: 'suspend-site', outcome: 'svc_site_not_found', subject: '{"site_id_or_domain":99}' },
    {
      operation: 'suspend-site',
      outcome: 'ok',
      actor: expect.stringMatching(/^ada/),
      timestamp: '2026-11-15T09:00:00Z',
      actor_kind: 'key',
    },
  ])
  expect(body.data[0]).not.toHaveProperty('seal')
})

it('filters and pages', async () => {
  await seedSites(fixture.service.db, 1)
  await ability('suspend-site', { site_id_or_domain: 1 })
  fixture.service.clock.advance(60_000)
  await ability('suspend-site', { site_id_or_domain: 99 }, fixture.people.manager.headers)
  const total = async (query: string) => (await rest(`GET /audit?${query}`)).body.total
  expect(await total('outcome=ok')).toBe(1)
  expect(await total('actor=mary')).toBe(1)
  expect(await total('operation=suspend-site')).toBe(2)
  expect(await total('operation=delete-site')).toBe(0)
  expect(await total('since=2026-11-15T09:00:30Z')).toBe(1)
  expect(await total('until=2026-11-15T09:00:30Z')).toBe(1)
  expect((await rest('GET /audit?per_page=1&page=2')).body.data).toHaveLength(1)
  expect((await rest('GET /audit?page=1000000&per_page=100')).body.data).toEqual([])
})

it('names the people, the sites and the result of each line', async () => {
  const { db } = fixture.service
  await seedSites(db, 3)
  await ability('suspend-site', { site_id_or_domain: 1 }, fixture.people.manager.headers)
  await ability('suspend-site', { site_id_or_domain: 99 })
  await db.updateTable('users').set({ login: 'marianne' }).where('id', '=', fixture.people.manager.id).execute()
  const { body } = await rest('GET /audit')
  const site = await db.selectFrom('sites').select(['id', 'name', 'url']).where('id', '=', 1).executeTakeFirstOrThrow()
  expect(body.data).toMatchObject([
    { operation: 'suspend-site', kind: 'sites', result: 'refused', sites: [], site_count: 0, user_login: 'ada' },
    { result: 'done', sites: [site], site_count: 1, user_login: 'marianne', actor: expect.stringMatching(/^mary/) },
  ])
  expect(body).toMatchObject({ next: null, sites_complete: true })
})

it('filters by person, people, kind, site and result', async () => {
  const { people, service } = fixture
  await seedSites(service.db, 2)
  await ability('suspend-site', { site_id_or_domain: 1 })
  await ability('suspend-site', { site_id_or_domain: 2 }, people.manager.headers)
  await ability('suspend-site', { site_id_or_domain: 99 }, people.manager.headers)
  const session = await signInAs(service, people.viewer)
  await rest('PUT /settings/general/edit', { timezone_string: 'UTC+1' })
  await rest('POST /access/sessions', { login: 'vera', password: 'wrong' }, {})
  expect(session.cookie).toBeTruthy()
  const found = async (query: string) =>
    (await rest(`GET /audit?${query}`)).body.data.map(({ operation, result }: Record<string, string>) => [
      operation,
      result,
    ])
  expect(await found(`user_id=${people.viewer.id}`)).toEqual([
    ['sign-in', 'refused'],
    ['sign-in', 'done'],
  ])
  expect(await found('people_only=true')).toEqual([['sign-in', 'done']])
  expect(await found('kind=access')).toHaveLength(2)
  expect(await found('kind=settings')).toHaveLength(1)
  expect(await found('kind=sites')).toHaveLength(3)
  expect(await found('site_id=2')).toEqual([['suspend-site', 'done']])
  // The site does not exist; the line still says which one was meant.
  expect(await found('site_id=99')).toEqual([['suspend-site', 'refused']])
  expect(await found('result=refused')).toHaveLength(2)
  expect(await found('result=failed')).toEqual([])
  expect(await found(`result=refused&user_id=${people.manager.id}&kind=sites&since=2026-11-15T00:00:00Z`)).toHaveLength(
    1,
  )
  expect((await rest('GET /audit?kind=nothing')).status).toBe(400)
})

it('continues after the last line of an answer, each line once', async () => {
  await seedSites(fixture.service.db, 1)
  for (let count = 0; count < 5; count++) await ability('suspend-site', { site_id_or_domain: 1 })
  const first = (await rest('GET /audit?per_page=2')).body
  await ability('suspend-site', { site_id_or_domain: 1 })
  const second = (await rest(`GET /audit?per_page=2&after=${encodeURIComponent(first.next)}`)).body
  const third = (await rest(`GET /audit?per_page=2&after=${encodeURIComponent(second.next)}`)).body
  const ids = [first, second, third].flatMap(({ data }) => data.map(({ id }: { id: number }) => id))
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(5)
  expect(third.next).toBeNull()
  expect((await rest('GET /audit?after=x')).body).toMatchObject({ code: 'svc_invalid_input' })
})

it('limits: contains lines about visible sites only, and no line that also names another', async () => {
  const { db } = fixture.service
  await seedSites(db, 3)
  await ability('suspend-site', { site_id_or_domain: 1 })
  await ability('suspend-site', { site_id_or_domain: 2 })
  await ability('sync-sites', { site_ids_or_domains: [1, 2] })
  await rest('PUT /settings/general/edit', { timezone_string: 'UTC+1' })
  await rest('GET /audit')
  const filter = { peopleOnly: false, limits: { ...noLimits, sites: [1] } }
  const lines = await listAuditLines(db, filter, { limit: 10 })
  expect(lines.map(({ operation, subject }) => [operation, subject])).toEqual([
    ['suspend-site', '{"site_id_or_domain":1}'],
  ])
  expect(await countAuditLines(db, filter)).toBe(1)
})

it('reads a page with its names in one query', async () => {
  await seedSites(fixture.service.db, 30)
  for (let site = 1; site <= 30; site++) await ability('suspend-site', { site_id_or_domain: site })
  await rest('GET /audit')
  const queries = await queriesOf(() => rest('GET /audit?per_page=30'))
  // Whether there are new lines (twice, as links and as the answer), the page, the total.
  expect(queries.length).toBeLessThanOrEqual(4)
})

it('is for administrators without limits, also while the change log is off', async () => {
  const { manager, viewer, keys } = fixture.people
  for (const { headers } of [manager, viewer, keys.limited])
    expect((await rest('GET /audit', undefined, headers)).status).toBe(403)
  await fixture.service.app.run('switch-module', { name: 'logs', active: false })
  expect((await rest('GET /audit')).status).toBe(200)
})
