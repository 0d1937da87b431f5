import { beforeEach, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpAudits } from '../testing/set-up-audits.ts'

const fixture = setUpAudits()
const remove = (site: number, headers?: Record<string, string>) =>
  fixture.rest(`DELETE /perf-audit/results/${site}`, undefined, headers)

beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await fixture.audited(1, 'mobile', 50)
  await fixture.audited(1, 'desktop', 60)
  await fixture.audited(2, 'mobile', 70)
})

it('deletes the audits of one site and of no other', async () => {
  expect((await remove(1)).body).toMatchObject({ success: 1, data: { site_id: 1, deleted: 2 } })
  const { data } = (await fixture.rest('GET /perf-audit/results?orderby=id')).body
  expect(data).toMatchObject([{ status: 'unaudited' }, { status: 'needs-improvement' }])
  expect((await remove(1)).body.data.deleted).toBe(0)
})

it('requires the permission to delete and a site within the limits of the key', async () => {
  const { keys, viewer } = fixture.people
  expect((await remove(1, viewer.headers)).status).toBe(403)
  expect((await remove(1, keys.write.headers)).status).toBe(403)
  expect((await remove(2, keys.limited.headers)).status).toBe(404)
})

it('deletes the audits of a deleted site', async () => {
  await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
  expect(await fixture.service.db.selectFrom('perf_audits').select('site_id').execute()).toEqual([{ site_id: 2 }])
})
