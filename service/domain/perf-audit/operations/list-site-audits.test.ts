import { beforeEach, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpAudits } from '../testing/set-up-audits.ts'

const fixture = setUpAudits()
const history = (query = '', headers?: Record<string, string>) =>
  fixture.rest(`GET /perf-audit/results/1/history${query}`, undefined, headers)

beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  for (const performance of [40, 50, 60]) {
    await fixture.audited(1, 'mobile', performance)
    await fixture.audited(1, 'desktop', performance + 30)
    fixture.service.clock.advance(7 * 86_400_000)
  }
  await fixture.audited(2, 'mobile', 1)
})

it('lists every audit of the site, newest first', async () => {
  const { body } = await history()
  expect(body).toMatchObject({ success: 1, total: 6, pages: 1 })
  const rows = body.data as { strategy: string; performance: number; audited_at: string }[]
  expect(rows.map(({ strategy, performance }) => `${strategy} ${performance}`)).toEqual([
    'desktop 90',
    'mobile 60',
    'desktop 80',
    'mobile 50',
    'desktop 70',
    'mobile 40',
  ])
  expect(rows.at(-1)!.audited_at).toBe('2026-11-15T09:00:00Z')
})

it('filters by strategy and pages', async () => {
  expect((await history('?strategy=mobile&per_page=2&page=2')).body).toMatchObject({
    total: 3,
    pages: 2,
    data: [{ performance: 40 }],
  })
  expect((await history('?strategy=watch')).status).toBe(400)
})

it('returns 404 when the site is hidden', async () => {
  const { keys } = fixture.people
  expect((await fixture.rest('GET /perf-audit/results/2/history', undefined, keys.limited.headers)).status).toBe(404)
  expect((await history('', keys.limited.headers)).status).toBe(200)
})
