import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
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

it('is for administrators without limits, also while the change log is off', async () => {
  const { manager, viewer, keys } = fixture.people
  for (const { headers } of [manager, viewer, keys.limited])
    expect((await rest('GET /audit', undefined, headers)).status).toBe(403)
  await fixture.service.app.run('switch-module', { name: 'logs', active: false })
  expect((await rest('GET /audit')).status).toBe(200)
})
