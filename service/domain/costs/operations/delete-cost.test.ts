import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(async () => {
  await seedFleet(fixture.service.db)
  await rest('POST /costs/add', { name: 'Hosting', price: 10, sites: [1], clients: [1] })
})

it('deletes the cost and nothing else', async () => {
  const { status, body } = await rest('DELETE /costs/1/remove')
  expect([status, body]).toEqual([
    200,
    { success: 1, message: 'Cost deleted.', data: { deleted: true, id: 1, name: 'Hosting' } },
  ])
  expect((await rest('GET /costs/1')).status).toBe(404)
  expect((await fixture.service.db.pool.query('select from cost_targets')).rowCount).toBe(0)
  expect((await rest('GET /clients/1')).status).toBe(200)
  expect((await rest('DELETE /costs/1/remove')).body.code).toBe('svc_cost_not_found')
})

it('needs confirm on surfaces without DELETE', async () => {
  await expect(fixture.service.app.run('delete-cost', { id: 1 })).rejects.toMatchObject({
    code: 'svc_confirmation_required',
  })
})

it('returns the cost in a dry run and keeps it', async () => {
  const { body } = await rest('DELETE /costs/1/remove?dry_run=true')
  expect(body.data).toMatchObject({ dry_run: true, id: 1, would_affect: [{ id: 1, name: 'Hosting' }], count: 1 })
  expect((await rest('GET /costs/1')).status).toBe(200)
})

it('needs the delete permission and the view of all its sites', async () => {
  const { viewer, keys } = fixture.people
  const remove = (headers: Record<string, string>) => rest('DELETE /costs/1/remove', undefined, headers)
  expect((await remove(viewer.headers)).status).toBe(403)
  expect((await remove(keys.write.headers)).status).toBe(403)
  expect((await remove(keys.limited.headers)).body.code).toBe('svc_permission_denied')
  await rest('PATCH /costs/1/edit', { clients: [] })
  expect((await remove(keys.limited.headers)).status).toBe(200)
})

it('keeps a cost whose targets were deleted', async () => {
  await fixture.service.db.pool.query('delete from sites where id = 1')
  expect((await rest('GET /costs/1')).body.data).toMatchObject({ sites: [], clients: [1] })
  await fixture.service.db.pool.query('delete from clients where id = 1')
  expect((await rest('GET /costs/1')).body.data).toMatchObject({ sites: [], clients: [] })
})
