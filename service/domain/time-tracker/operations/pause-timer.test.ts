import { describe, expect, it } from 'vitest'
import { hour, setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()

describe('POST /time-tracker/tasks/{task_id}/pause', () => {
  it('keeps the recorded time, and pausing again changes nothing', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    expect((await fixture.move(id, 'pause')).body).toMatchObject({
      success: 1,
      message: 'Timer paused.',
      data: { timer: 'paused', duration: 3_600, running_since: null },
    })
    fixture.pass(hour)
    expect((await fixture.move(id, 'pause')).body).toMatchObject({
      message: 'The timer was paused already.',
      data: { timer: 'paused', duration: 3_600 },
    })
  })

  it('closes an entry once when many pauses run at the same time', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.move(id, 'pause')))
    expect(answers.map(({ body }) => body.message).filter((message) => message === 'Timer paused.')).toHaveLength(1)
    expect(await fixture.read(id)).toMatchObject({ duration: 3_600, entries: [{ duration: 3_600 }] })
  })

  it('counts all time once when a start and a pause run at the same time', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    for (let round = 0; round < 5; round++) {
      fixture.pass(hour)
      await Promise.all([fixture.move(id, 'pause'), fixture.move(id, 'start')])
      await fixture.move(id, 'start')
    }
    expect((await fixture.read(id)).duration).toBe(5 * 3_600)
  })

  it('rejects a timer that was never started or is stopped', async () => {
    const { id } = await fixture.task()
    const { status, body } = await fixture.move(id, 'pause')
    expect([status, body.code]).toEqual([409, 'svc_timer_not_running'])
    expect(body.message).toBe('The timer of task 1 was never started. Start it first.')
    await fixture.move(id, 'start')
    await fixture.move(id, 'stop')
    expect((await fixture.move(id, 'pause')).body.message).toContain('is stopped')
  })

  it('accepts PUT and PATCH, and changes nothing in a dry run', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    const { body } = await fixture.rest(`PUT /time-tracker/tasks/${id}/pause`, { dry_run: true })
    expect(body.data.would_affect).toEqual([{ id, title: 'Fix the shop', timer: 'paused' }])
    expect((await fixture.read(id)).timer).toBe('running')
    expect((await fixture.rest(`PATCH /time-tracker/tasks/${id}/pause`)).body.data.timer).toBe('paused')
  })

  it('lets another user pause it', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start', fixture.people.manager.headers)
    expect((await fixture.move(id, 'pause', fixture.people.administrator.headers)).status).toBe(200)
  })
})
