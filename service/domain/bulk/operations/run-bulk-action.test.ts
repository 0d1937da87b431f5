import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { signInAs } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithJobs } from '../../../testing/set-up-service-with-jobs.ts'

const fixture = setUpServiceWithJobs()
const { rest } = callers(fixture)
type Headers = Record<string, string>

async function planned(input: object, headers?: Headers): Promise<string> {
  const { status, body } = await rest('POST /bulk/plans', input, headers)
  expect(status).toBe(200)
  return body.data.plan_id
}
const run = (id: string, input: object = {}, headers?: Headers) => rest(`POST /bulk/plans/${id}/run`, input, headers)
const countSuspended = async () => {
  const rows = await fixture.service.db.selectFrom('sites').select('id').where('suspended_by', '=', 'hand').execute()
  return rows.length
}

it('runs the frozen list: sites that match later are not changed', async () => {
  const id = await planned({ action: 'suspend', all_sites: true })
  await seedSites(fixture.service.db, 1, { url: 'https://later.example/' })
  const { status, body } = await run(id)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ queued: true, action: 'suspend', sites_queued: 30, sites_gone: 0 })
  const job = await fixture.over({ id: Number(body.data.job_id) })
  expect(job).toMatchObject({ kind: 'suspend', operation: 'suspend-site', succeeded: 30, failed: 0 })
  expect(await countSuspended()).toBe(30)
  // A second call, such as a retry on a slow line, returns the same job.
  expect((await run(id)).body.data.job_id).toBe(body.data.job_id)
})

it('belongs to the user or key that made it', async () => {
  const id = await planned({ action: 'suspend', all_sites: true })
  for (const headers of [fixture.people.manager.headers, fixture.people.keys.full.headers])
    expect((await run(id, {}, headers)).body.code).toBe('svc_bulk_plan_not_found')
  expect(await countSuspended()).toBe(0)
})

it('ends after 15 minutes', async () => {
  const id = await planned({ action: 'suspend', all_sites: true })
  fixture.service.clock.advance(15 * 60_000)
  const { status, body } = await run(id)
  expect([status, body.code]).toEqual([404, 'svc_bulk_plan_not_found'])
})

it('checks limits again: sites that the key may no longer use are left out', async () => {
  const { db } = fixture.service
  const { id: keyId, headers } = fixture.people.keys.full
  const id = await planned({ action: 'suspend', all_sites: true }, headers)
  await rest(`PUT /rest-api/edit-key/${keyId}`, { site_ids: [2, 3] })
  const { body } = await run(id, {}, headers)
  expect(body.data).toMatchObject({ sites_queued: 2, sites_gone: 28 })
  await fixture.over({ id: Number(body.data.job_id) })
  expect(await countSuspended()).toBe(2)
  const other = await planned({ action: 'suspend', site_ids_or_domains: [3] }, headers)
  await db.deleteFrom('sites').where('id', '=', 3).execute()
  const late = await run(other, {}, headers)
  expect([late.status, late.body.code]).toEqual([409, 'svc_bulk_plan_outdated'])
})

it('needs confirm and a fresh sign-in for what cannot be undone', async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.administrator)
  const id = await planned({ action: 'delete', site_ids_or_domains: [1, 2] }, headers)
  expect((await run(id, {}, headers)).body.code).toBe('svc_confirmation_required')
  fixture.service.clock.advance(11 * 60_000)
  expect((await run(id, { confirm: true }, headers)).body.code).toBe('svc_identity_confirmation_required')
  expect(await fixture.service.db.selectFrom('jobs').select('id').execute()).toEqual([])
})

it('records the sites that the plan left out, and one audit line with the action and the number of sites', async () => {
  const { db } = fixture.service
  await db.updateTable('sites').set({ suspended_by: 'hand' }).where('id', '<=', 5).execute()
  const { body } = await run(await planned({ action: 'suspend', all_sites: true }))
  const job = await fixture.over({ id: Number(body.data.job_id) })
  expect(job.skipped.length).toBe(5)
  const lines = await db.selectFrom('audit_lines').select(['operation', 'subject']).orderBy('id').execute()
  expect(lines.filter(({ operation }) => operation === 'run-bulk-action')).toMatchObject([
    { subject: 'suspend on 25 sites' },
  ])
})

it('writes notes, assigns a client and changes tags, each as a job', async () => {
  await rest('POST /clients/add', { name: 'Harbour' })
  await rest('POST /tags/add', { name: 'Care' })
  const orders = [
    { action: 'assign-client', options: { client_id: 1 } },
    { action: 'change-tags', options: { add: [1] } },
    { action: 'write-notes', options: { notes: 'Moved to a new host.' } },
  ]
  for (const order of orders) {
    const { body } = await run(await planned({ ...order, site_ids_or_domains: [4, 7] }))
    expect(await fixture.over({ id: Number(body.data.job_id) })).toMatchObject({ succeeded: 2, failed: 0 })
  }
  const { body } = await rest('GET /sites/7')
  expect(body.data).toMatchObject({ client_id: 1, notes: 'Moved to a new host.', tags: [{ name: 'Care' }] })
})

it('assigns a client where it changes something, and takes it back: each site gets its former client', async () => {
  const clientOf = async (id: number) => (await rest(`GET /sites/${id}`)).body.data.client_id
  for (const name of ['Harbour', 'Hartley']) await rest('POST /clients/add', { name })
  await rest('PUT /sites/4/edit', { client_id: 1 })
  await rest('PUT /sites/5/edit', { client_id: 2 })
  const order = { action: 'assign-client', options: { client_id: 2 }, site_ids_or_domains: [4, 5, 6] }
  const { data: plan } = (await rest('POST /bulk/plans', order)).body
  expect(plan).toMatchObject({
    count: 2,
    left_out: [{ site_id: 5 }],
    warnings: [expect.stringContaining('removed from their current client: 1')],
  })
  const done = await run(plan.plan_id)
  await fixture.over({ id: Number(done.body.data.job_id) })
  expect([await clientOf(4), await clientOf(5), await clientOf(6)]).toEqual([2, 2, 2])
  const undone = await run(plan.undo_plan_id)
  expect(await fixture.over({ id: Number(undone.body.data.job_id) })).toMatchObject({ succeeded: 2, failed: 0 })
  expect([await clientOf(4), await clientOf(5), await clientOf(6)]).toEqual([1, 2, null])
})

it('takes tags back as they were on each site', async () => {
  for (const name of ['Care', 'Shop']) await rest('POST /tags/add', { name })
  await rest('PUT /sites/4/edit', { tag_ids: [1] })
  await rest('PUT /sites/5/edit', { tag_ids: [2] })
  const tagsOf = async (id: number) =>
    (await rest(`GET /sites/${id}`)).body.data.tags.map((tag: { name: string }) => tag.name)
  const order = { action: 'change-tags', options: { add: [1], remove: [2] }, site_ids_or_domains: [4, 5] }
  const { data: plan } = (await rest('POST /bulk/plans', order)).body
  const over = async (id: string) => fixture.over({ id: Number((await run(id)).body.data.job_id) })
  expect(await over(plan.plan_id)).toMatchObject({ succeeded: 2 })
  expect([await tagsOf(4), await tagsOf(5)]).toEqual([['Care'], ['Care']])
  expect(await over(plan.undo_plan_id)).toMatchObject({ succeeded: 1 })
  expect([await tagsOf(4), await tagsOf(5)]).toEqual([['Care'], ['Shop']])
})
