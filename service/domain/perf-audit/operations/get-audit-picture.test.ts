import { beforeEach, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpAudits } from '../testing/set-up-audits.ts'

const fixture = setUpAudits()
const get = (id: number, headers?: Record<string, string>) =>
  fixture.rest(`GET /perf-audit/results/${id}/picture`, {}, headers)
const thumbnailOf = async (id: number, headers?: Record<string, string>) =>
  (await fixture.rest(`GET /sites/${id}?include_thumbnail=true`, {}, headers)).body.data.thumbnail

beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
})

it('returns the picture of the last audit that had one; the site has its address', async () => {
  await fixture.audited(1, 'mobile', 90, Buffer.from('phone'))
  expect([(await get(1)).body.code, await thumbnailOf(1)]).toEqual(['svc_screenshot_not_found', null])
  await fixture.audited(1, 'desktop', 90, Buffer.from('desktop'))
  const taken_at = fixture.service.clock.now().toISOString().replace('.000Z', 'Z')
  fixture.service.clock.advance(60_000)
  await fixture.audited(1, 'desktop', 80)
  await fixture.failed(1, 'desktop', 'The page stayed empty.')
  const { status, headers, text } = await get(1)
  expect([status, headers['content-type'], text]).toEqual([200, 'image/jpeg', 'desktop'])
  expect(await thumbnailOf(1)).toEqual({ url: '/api/v2/perf-audit/results/1/picture', taken_at })
})

it('is hidden from callers without the site, and not offered to those who may not read audits or while the module is off', async () => {
  await fixture.audited(2, 'desktop', 90, Buffer.from('desktop'))
  expect((await get(2, fixture.people.keys.limited.headers)).status).toBe(404)
  await fixture.rest('PUT /modules/perf-audit', { active: false })
  expect(await thumbnailOf(2)).toBeNull()
})
