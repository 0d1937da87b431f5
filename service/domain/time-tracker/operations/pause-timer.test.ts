import { describe, expect, it } from 'vitest'
import { hour, timeScene } from '../testing/time-scene.ts'

const scene = timeScene()

describe('POST /time-tracker/tasks/{task_id}/pause', () => {
  it('keeps the time so far, and pausing again changes nothing', async () => {
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

  it('many pauses at once close one entry once', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    scene.pass(hour)
    const answers = await Promise.all(Array.from({ length: 6 }, () => scene.move(id, 'pause')))
    expect(answers.map(({ body }) => body.message).filter((message) => message === 'Timer paused.')).toHaveLength(1)
    expect(await scene.read(id)).toMatchObject({ duration: 3_600, entries: [{ duration: 3_600 }] })
  })

  it('a start and a pause at once end in one of the two, with all time counted once', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    for (let round = 0; round < 5; round++) {
      scene.pass(hour)
      await Promise.all([scene.move(id, 'pause'), scene.move(id, 'start')])
      await scene.move(id, 'start')
    }
    expect((await scene.read(id)).duration).toBe(5 * 3_600)
  })

  it('refuses a timer that never ran, or is stopped', async () => {
    const { id } = await scene.task()
    const { status, body } = await scene.move(id, 'pause')
    expect([status, body.code]).toEqual([409, 'svc_timer_not_running'])
    expect(body.message).toBe('The timer of task 1 was never started. Start it first.')
    await scene.move(id, 'start')
    await scene.move(id, 'stop')
    expect((await scene.move(id, 'pause')).body.message).toContain('is stopped')
  })

  it('also by PUT and PATCH, and a dry run changes nothing', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    const { body } = await scene.rest(`PUT /time-tracker/tasks/${id}/pause`, { dry_run: true })
    expect(body.data.would_affect).toEqual([{ id, title: 'Fix the shop', timer: 'paused' }])
    expect((await scene.read(id)).timer).toBe('running')
    expect((await scene.rest(`PATCH /time-tracker/tasks/${id}/pause`)).body.data.timer).toBe('paused')
  })

  it('somebody else may pause it too', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start', scene.people.manager.headers)
    expect((await scene.move(id, 'pause', scene.people.administrator.headers)).status).toBe(200)
  })
})
