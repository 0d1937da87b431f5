import { describe, expect, it } from 'vitest'
import { hour, timeScene } from '../testing/time-scene.ts'

const scene = timeScene()

describe('POST /time-tracker/tasks/{task_id}/pause', () => {
  it('keeps the recorded time, and pausing again changes nothing', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    scene.pass(hour)
    expect((await scene.move(id, 'pause')).body).toMatchObject({
      success: 1,
      message: 'Timer paused.',
      data: { timer: 'paused', duration: 3_600, running_since: null },
    })
    scene.pass(hour)
    expect((await scene.move(id, 'pause')).body).toMatchObject({
      message: 'The timer was paused already.',
      data: { timer: 'paused', duration: 3_600 },
    })
  })

  it('closes an entry once when many pauses run at the same time', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    scene.pass(hour)
    const answers = await Promise.all(Array.from({ length: 6 }, () => scene.move(id, 'pause')))
    expect(answers.map(({ body }) => body.message).filter((message) => message === 'Timer paused.')).toHaveLength(1)
    expect(await scene.read(id)).toMatchObject({ duration: 3_600, entries: [{ duration: 3_600 }] })
  })

  it('counts all time once when a start and a pause run at the same time', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    for (let round = 0; round < 5; round++) {
      scene.pass(hour)
      await Promise.all([scene.move(id, 'pause'), scene.move(id, 'start')])
      await scene.move(id, 'start')
    }
    expect((await scene.read(id)).duration).toBe(5 * 3_600)
  })

  it('rejects a timer that was never started or is stopped', async () => {
    const { id } = await scene.task()
    const { status, body } = await scene.move(id, 'pause')
    expect([status, body.code]).toEqual([409, 'svc_timer_not_running'])
    expect(body.message).toBe('The timer of task 1 was never started. Start it first.')
    await scene.move(id, 'start')
    await scene.move(id, 'stop')
    expect((await scene.move(id, 'pause')).body.message).toContain('is stopped')
  })

  it('accepts PUT and PATCH, and changes nothing in a dry run', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    const { body } = await scene.rest(`PUT /time-tracker/tasks/${id}/pause`, { dry_run: true })
    expect(body.data.would_affect).toEqual([{ id, title: 'Fix the shop', timer: 'paused' }])
    expect((await scene.read(id)).timer).toBe('running')
    expect((await scene.rest(`PATCH /time-tracker/tasks/${id}/pause`)).body.data.timer).toBe('paused')
  })

  it('lets another user pause it', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start', scene.people.manager.headers)
    expect((await scene.move(id, 'pause', scene.people.administrator.headers)).status).toBe(200)
  })
})
