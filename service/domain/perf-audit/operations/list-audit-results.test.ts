import { beforeEach, describe, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpAudits } from '../testing/set-up-audits.ts'

const fixture = setUpAudits()
const list = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /perf-audit/results${query}`, undefined, headers)).body
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

beforeEach(async () => {
  await seedSites(fixture.service.db, 5)
  await fixture.audited(1, 'mobile', 95)
  await fixture.audited(1, 'desktop', 99)
  await fixture.audited(2, 'mobile', 60)
  await fixture.audited(2, 'desktop', 97)
  await fixture.audited(3, 'mobile', 20)
  await fixture.failed(4, 'mobile', 'The site answered with HTTP status 500.')
})

describe('GET /perf-audit/results', () => {
  it('returns the status of each site by the lower of its scores', async () => {
    const body = await list()
    expect(body).toMatchObject({ success: 1, total: 5, page: 1, pages: 1 })
    expect(body.data.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      [1, 'good'],
      [2, 'needs-improvement'],
      [3, 'poor'],
      [4, 'failed'],
      [5, 'unaudited'],
    ])
    expect(body.data[0].mobile).toEqual({
      audit_id: 1,
      strategy: 'mobile',
      audited_at: '2026-11-15T09:00:00Z',
      performance: 95,
      accessibility: 90,
      best_practices: 80,
      seo: null,
      fcp_ms: 900,
      lcp_ms: 1_800,
      tbt_ms: 40,
      cls: 0.013,
      si_ms: 1_200,
      ttfb_ms: 120,
      page_bytes: 300_000,
      final_url: 'https://site-1.example/home',
    })
    expect(body.data[3]).toMatchObject({
      mobile: null,
      mobile_failure: { reason: 'The site answered with HTTP status 500.', failed_at: '2026-11-15T09:00:00Z' },
      desktop_failure: null,
    })
  })

  it('filters, sorts, pages and selects fields', async () => {
    expect(idsOf(await list('?status=poor'))).toEqual([3])
    expect(idsOf(await list('?search=SITE-2'))).toEqual([2])
    expect(idsOf(await list('?site_id=3'))).toEqual([3])
    expect(idsOf(await list('?include=1,3&exclude=3'))).toEqual([1])
    expect(idsOf(await list('?orderby=mobile&order=asc'))).toEqual([3, 2, 1, 4, 5])
    expect(await list('?orderby=id&per_page=3&page=2')).toMatchObject({
      total: 5,
      pages: 2,
      data: [{ id: 4 }, { id: 5 }],
    })
    expect((await list('?_fields=status')).data[0]).toEqual({ id: 1, status: 'good' })
  })

  it('lists the allowed values of an invalid filter', async () => {
    expect((await list('?status=rusty')).data.params.status).toContain('good, needs-improvement, poor')
    expect((await list('?orderby=luck')).data.status).toBe(400)
  })

  it('shows a limited key only its own sites', async () => {
    const body = await list('', fixture.people.keys.limited.headers)
    expect([idsOf(body), body.total]).toEqual([[1], 1])
  })
})

it('answers 501 while the module is off, and keeps its data', async () => {
  const before = await list()
  await fixture.rest('PUT /modules/perf-audit', { active: false })
  expect(await list()).toMatchObject({ success: 0, code: 'svc_module_not_available', data: { status: 501 } })
  await fixture.rest('PUT /modules/perf-audit', { active: true })
  expect(await list()).toEqual(before)
})
