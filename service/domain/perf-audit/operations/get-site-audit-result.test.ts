import { beforeEach, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpAudits } from '../testing/set-up-audits.ts'

const fixture = setUpAudits()
const get = (site: string | number, headers?: Record<string, string>) =>
  fixture.rest(`GET /perf-audit/results/${site}`, undefined, headers)

beforeEach(() => seedSites(fixture.service.db, 2))

it('returns the scores and the possible improvements', async () => {
  await fixture.audited(1, 'mobile', 55)
  const { body } = await get('site-1.example')
  expect(body.data).toMatchObject({
    id: 1,
    status: 'needs-improvement',
    mobile: {
      performance: 55,
      opportunities: [
        {
          id: 'render-blocking-insight',
          title: 'Render-blocking requests',
          saving: '1 s',
          saving_ms: 1_000,
          saving_bytes: null,
        },
      ],
      findings: [{ category: 'accessibility', id: 'image-alt' }],
      lighthouse_version: '13.5.0',
    },
    desktop: null,
  })
})

it('shows a site without audits as unaudited', async () => {
  expect((await get(1)).body.data).toMatchObject({
    status: 'unaudited',
    mobile: null,
    desktop: null,
    next_audit_at: null,
  })
})

it('keeps the last successful audit after a failure and reports the reason', async () => {
  await fixture.audited(1, 'mobile', 91)
  await fixture.failed(1, 'mobile', 'The page stayed empty.')
  const { data } = (await get(1)).body
  expect(data).toMatchObject({
    status: 'good',
    mobile: { performance: 91 },
    mobile_failure: { reason: 'The page stayed empty.' },
  })
  await fixture.audited(1, 'mobile', 92)
  expect((await get(1)).body.data).toMatchObject({ mobile: { performance: 92 }, mobile_failure: null })
})

it('does not show audits of a former address', async () => {
  await fixture.audited(1, 'mobile', 91)
  await fixture.service.db
    .updateTable('sites')
    .set({ url: 'https://moved.test/', identity: 'moved.test' })
    .where('id', '=', 1)
    .execute()
  expect((await get(1)).body.data).toMatchObject({ url: 'https://moved.test/', status: 'unaudited', mobile: null })
})

it('returns 404 for an unknown site or one outside the limits of a key', async () => {
  const { headers } = fixture.people.keys.limited
  expect((await get(9)).body.code).toBe('svc_site_not_found')
  expect((await get(2, headers)).status).toBe(404)
  expect((await get(1, headers)).status).toBe(200)
})
