import { beforeEach, expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { auditScene } from '../testing/audit-scene.ts'

const scene = auditScene()
const remove = (site: number, headers?: Record<string, string>) =>
  scene.rest(`DELETE /perf-audit/results/${site}`, undefined, headers)

beforeEach(async () => {
  await seedSites(scene.service.db, 2)
  await scene.audited(1, 'mobile', 50)
  await scene.audited(1, 'desktop', 60)
  await scene.audited(2, 'mobile', 70)
})

it('deletes the audits of one site and of no other', async () => {
  expect((await remove(1)).body).toMatchObject({ success: 1, data: { site_id: 1, deleted: 2 } })
  const { data } = (await scene.rest('GET /perf-audit/results?orderby=id')).body
  expect(data).toMatchObject([{ status: 'unaudited' }, { status: 'needs-improvement' }])
  expect((await remove(1)).body.data.deleted).toBe(0)
})

it('requires the permission to delete and a site within the limits of the key', async () => {
  const { keys, viewer } = scene.people
  expect((await remove(1, viewer.headers)).status).toBe(403)
  expect((await remove(1, keys.write.headers)).status).toBe(403)
  expect((await remove(2, keys.limited.headers)).status).toBe(404)
})

it('deletes the audits of a deleted site', async () => {
  await scene.service.db.deleteFrom('sites').where('id', '=', 1).execute()
  expect(await scene.service.db.selectFrom('perf_audits').select('site_id').execute()).toEqual([{ site_id: 2 }])
})
