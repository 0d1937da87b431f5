import { expect, it } from 'vitest'
import { timeScene } from '../testing/time-scene.ts'

const scene = timeScene()
const remove = (id: number, fields?: object, headers?: Record<string, string>) =>
  scene.rest(`DELETE /time-tracker/tasks/${id}/delete`, fields, headers)

it('deletes a task with its time, also while its timer is running', async () => {
  const { id } = await scene.task({ duration: 60 })
  await scene.move(id, 'start')
  const plan = (await remove(id, { dry_run: true })).body.data
  expect(plan.warnings).toEqual(['0:01:00 of recorded time would be lost.', 'Its timer is running.'])
  expect((await remove(id)).body).toMatchObject({ message: 'Task deleted.', data: { deleted: true, id } })
  expect((await remove(id)).status).toBe(404)
  expect(await scene.service.db.selectFrom('time_entries').selectAll().execute()).toEqual([])
})

it('requires the delete scope, and a limited key deletes only tasks that it sees fully', async () => {
  const { keys } = scene.people
  const own = await scene.task({ sites: [1] })
  const shared = await scene.task({ sites: [1, 3] })
  expect((await remove(own.id, undefined, keys.write.headers)).status).toBe(403)
  expect((await remove(shared.id, undefined, keys.limited.headers)).status).toBe(403)
  expect((await remove(own.id, undefined, keys.limited.headers)).status).toBe(200)
})
