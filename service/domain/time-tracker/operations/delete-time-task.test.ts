import { expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const remove = (id: number, fields?: object, headers?: Record<string, string>) =>
  fixture.rest(`DELETE /time-tracker/tasks/${id}/delete`, fields, headers)

it('deletes a task with its time, also while its timer is running', async () => {
  const { id } = await fixture.task({ duration: 60 })
  await fixture.move(id, 'start')
  const plan = (await remove(id, { dry_run: true })).body.data
  expect(plan.warnings).toEqual(['0:01:00 of recorded time would be lost.', 'Its timer is running.'])
  expect((await remove(id)).body).toMatchObject({ message: 'Task deleted.', data: { deleted: true, id } })
  expect((await remove(id)).status).toBe(404)
  expect(await fixture.service.db.selectFrom('time_entries').selectAll().execute()).toEqual([])
})

it('requires the delete scope, and a limited key deletes only tasks that it sees fully', async () => {
  const { keys } = fixture.people
  const own = await fixture.task({ sites: [1] })
  const shared = await fixture.task({ sites: [1, 3] })
  expect((await remove(own.id, undefined, keys.write.headers)).status).toBe(403)
  expect((await remove(shared.id, undefined, keys.limited.headers)).status).toBe(403)
  expect((await remove(own.id, undefined, keys.limited.headers)).status).toBe(200)
})
