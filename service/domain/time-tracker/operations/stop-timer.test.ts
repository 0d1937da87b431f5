import { describe, expect, it } from 'vitest'
import { hour, setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()

describe('POST /time-tracker/tasks/{task_id}/stop', () => {
  it('closes the entry and leaves the task open', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    expect((await fixture.move(id, 'stop')).body).toMatchObject({
      message: 'Timer stopped.',
      data: { timer: 'stopped', duration: 3_600, task_status: 'in_progress' },
    })
    fixture.pass(hour)
    expect((await fixture.move(id, 'stop')).body).toMatchObject({
      message: 'The timer was stopped already.',
      data: { duration: 3_600 },
    })
  })

  it('stops a paused timer and rejects one that was never started', async () => {
    const { id } = await fixture.task()
    expect((await fixture.move(id, 'stop')).status).toBe(409)
    await fixture.move(id, 'start')
    await fixture.move(id, 'pause')
    expect((await fixture.rest(`PUT /time-tracker/tasks/${id}/stop`)).body.data.timer).toBe('stopped')
  })

  it('closes the entry once when a pause and a stop run at the same time', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    await Promise.all([fixture.move(id, 'pause'), fixture.move(id, 'stop')])
    expect(await fixture.read(id)).toMatchObject({ timer: 'stopped', duration: 3_600, entries: [{ duration: 3_600 }] })
  })

  it('returns 404 outside the limits of a key', async () => {
    const { id } = await fixture.task({ sites: [3] })
    expect((await fixture.move(id, 'stop', fixture.people.keys.limited.headers)).status).toBe(404)
  })
})
