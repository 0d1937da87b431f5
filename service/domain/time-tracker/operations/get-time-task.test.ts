import { expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()

it('shows a task with its entries, and a limited key only its own sites', async () => {
  const { id } = await fixture.task({ sites: [1, 3], duration: 60 })
  expect(await fixture.read(id)).toMatchObject({
    id,
    sites: [{ id: 1 }, { id: 3 }],
    entries: [{ kind: 'manual', user: expect.stringContaining('ada'), started_at: '2026-11-15T09:00:00Z' }],
  })
  const { body } = await fixture.rest(`GET /time-tracker/tasks/${id}`, undefined, fixture.people.keys.limited.headers)
  expect(body.data.sites.map((site: { id: number }) => site.id)).toEqual([1])
})

it('returns 404 for an unknown id or one outside the limits of a key', async () => {
  const { headers } = fixture.people.keys.limited
  const tasks = [await fixture.task({ sites: [3] }), await fixture.task({ client: 2 }), await fixture.task()]
  for (const { id } of tasks)
    expect((await fixture.rest(`GET /time-tracker/tasks/${id}`, undefined, headers)).status).toBe(404)
  const ofClient = await fixture.task({ client: 1 })
  expect((await fixture.rest(`GET /time-tracker/tasks/${ofClient.id}`, undefined, headers)).status).toBe(200)
  expect((await fixture.rest('GET /time-tracker/tasks/99')).body).toMatchObject({
    success: 0,
    code: 'svc_time_task_not_found',
    message: 'There is no task 99. GET /time-tracker lists them.',
  })
})

it('keeps a task whose client, site or user was deleted', async () => {
  const { id } = await fixture.task({ client: 2, sites: [3] })
  await fixture.move(id, 'start', fixture.people.manager.headers)
  await fixture.ability('delete-client', { client_id_or_email: 2, confirm: true })
  await fixture.service.db.deleteFrom('sites').where('id', '=', 3).execute()
  await fixture.rest(`DELETE /access/users/${fixture.people.manager.id}`)
  await fixture.service.db.deleteFrom('users').where('id', '=', fixture.people.manager.id).execute()
  fixture.pass(60_000)
  expect(await fixture.read(id)).toMatchObject({ client_id: null, sites: [], duration: 60, timer: 'running' })
  expect((await fixture.move(id, 'stop')).body.data.duration).toBe(60)
})
