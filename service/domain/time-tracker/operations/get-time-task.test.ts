import { expect, it } from 'vitest'
import { timeScene } from '../testing/time-scene.ts'

const scene = timeScene()

it('shows a task with its entries, and a limited key only its own sites', async () => {
  const { id } = await scene.task({ sites: [1, 3], duration: 60 })
  expect(await scene.read(id)).toMatchObject({
    id,
    sites: [{ id: 1 }, { id: 3 }],
    entries: [{ kind: 'manual', user: expect.stringContaining('ada'), started_at: '2026-11-15T09:00:00Z' }],
  })
  const { body } = await scene.rest(`GET /time-tracker/tasks/${id}`, undefined, scene.people.keys.limited.headers)
  expect(body.data.sites.map((site: { id: number }) => site.id)).toEqual([1])
})

it('returns 404 for an unknown id or one outside the limits of a key', async () => {
  const { headers } = scene.people.keys.limited
  const tasks = [await scene.task({ sites: [3] }), await scene.task({ client: 2 }), await scene.task()]
  for (const { id } of tasks)
    expect((await scene.rest(`GET /time-tracker/tasks/${id}`, undefined, headers)).status).toBe(404)
  const ofClient = await scene.task({ client: 1 })
  expect((await scene.rest(`GET /time-tracker/tasks/${ofClient.id}`, undefined, headers)).status).toBe(200)
  expect((await scene.rest('GET /time-tracker/tasks/99')).body).toMatchObject({
    success: 0,
    code: 'svc_time_task_not_found',
    message: 'There is no task 99. GET /time-tracker lists them.',
  })
})

it('keeps a task whose client, site or user was deleted', async () => {
  const { id } = await scene.task({ client: 2, sites: [3] })
  await scene.move(id, 'start', scene.people.manager.headers)
  await scene.ability('delete-client', { client_id_or_email: 2, confirm: true })
  await scene.service.db.deleteFrom('sites').where('id', '=', 3).execute()
  await scene.rest(`DELETE /access/users/${scene.people.manager.id}`)
  await scene.service.db.deleteFrom('users').where('id', '=', scene.people.manager.id).execute()
  scene.pass(60_000)
  expect(await scene.read(id)).toMatchObject({ client_id: null, sites: [], duration: 60, timer: 'running' })
  expect((await scene.move(id, 'stop')).body.data.duration).toBe(60)
})
