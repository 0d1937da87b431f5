import { describe, expect, it } from 'vitest'
import { hour, timeScene } from '../testing/time-scene.ts'

const scene = timeScene()

describe('POST /time-tracker/tasks/{task_id}/stop', () => {
  it('closes the entry and leaves the task open', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    scene.pass(hour)
    expect((await scene.move(id, 'stop')).body).toMatchObject({
      message: 'Timer stopped.',
      data: { timer: 'stopped', duration: 3_600, task_status: 'in_progress' },
    })
    scene.pass(hour)
    expect((await scene.move(id, 'stop')).body).toMatchObject({
      message: 'The timer was stopped already.',
      data: { duration: 3_600 },
    })
  })

  it('stops a paused timer and rejects one that was never started', async () => {
    const { id } = await scene.task()
    expect((await scene.move(id, 'stop')).status).toBe(409)
    await scene.move(id, 'start')
    await scene.move(id, 'pause')
    expect((await scene.rest(`PUT /time-tracker/tasks/${id}/stop`)).body.data.timer).toBe('stopped')
  })

  it('closes the entry once when a pause and a stop run at the same time', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    scene.pass(hour)
    await Promise.all([scene.move(id, 'pause'), scene.move(id, 'stop')])
    expect(await scene.read(id)).toMatchObject({ timer: 'stopped', duration: 3_600, entries: [{ duration: 3_600 }] })
  })

  it('returns 404 outside the limits of a key', async () => {
    const { id } = await scene.task({ sites: [3] })
    expect((await scene.move(id, 'stop', scene.people.keys.limited.headers)).status).toBe(404)
  })
})
