import { describe, expect, it } from 'vitest'
import { hour, minute, second, setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const openEntries = () =>
  fixture.service.db.selectFrom('time_entries').selectAll().where('ended_at', 'is', null).execute()

describe('POST /time-tracker/tasks/{task_id}/start', () => {
  it('starts the timer and computes the time from the start', async () => {
    const { id } = await fixture.task()
    const { status, body } = await fixture.move(id, 'start')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: 1,
      message: 'Timer started.',
      data: { id, timer: 'running', duration: 0, task_status: 'in_progress', running_since: '2026-11-15T09:00:00Z' },
    })
    fixture.pass(90 * minute)
    expect(await fixture.read(id)).toMatchObject({ duration: 5_400, duration_text: '1:30:00', timer: 'running' })
  })

  it.each(['PUT', 'PATCH'])('accepts %s', async (method) => {
    const { id } = await fixture.task()
    expect((await fixture.rest(`${method} /time-tracker/tasks/${id}/start`)).body.data.timer).toBe('running')
  })

  it('ignores a second start', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    expect((await fixture.move(id, 'start')).body.message).toBe('The timer was running already.')
    fixture.pass(hour)
    expect(await fixture.read(id)).toMatchObject({ duration: 7_200, entries: [{ duration: 7_200 }] })
  })

  it('continues after a pause and after a stop, with a new entry each', async () => {
    const { id } = await fixture.task()
    for (const move of ['pause', 'stop'] as const) {
      await fixture.move(id, 'start')
      fixture.pass(10 * minute)
      await fixture.move(id, move)
      fixture.pass(hour)
    }
    await fixture.move(id, 'start')
    fixture.pass(second)
    const task = await fixture.read(id)
    expect(task.duration).toBe(1_201)
    expect(task.entries.map(({ duration }: { duration: number }) => duration)).toEqual([600, 600, 1])
  })

  it('pauses the other timer of the same user and reports it', async () => {
    const [one, two] = [await fixture.task({ title: 'One' }), await fixture.task({ title: 'Two' })]
    await fixture.move(one.id, 'start')
    fixture.pass(hour)
    const { body } = await fixture.move(two.id, 'start')
    expect(body).toMatchObject({
      message: `Timer started. The timer of task ${one.id} (One) was paused.`,
      data: { id: two.id, paused_task: { id: one.id, title: 'One' } },
    })
    fixture.pass(hour)
    expect(await fixture.read(one.id)).toMatchObject({ timer: 'paused', duration: 3_600 })
    expect(await openEntries()).toHaveLength(1)
  })

  it('does not touch timers of other users, and a task runs for one user only', async () => {
    const { administrator, manager } = fixture.people
    const [one, two] = [await fixture.task(), await fixture.task()]
    await fixture.move(one.id, 'start', manager.headers)
    await fixture.move(two.id, 'start', administrator.headers)
    expect(await openEntries()).toHaveLength(2)
    const { status, body } = await fixture.move(one.id, 'start', administrator.headers)
    expect([status, body.code]).toEqual([409, 'svc_timer_running'])
    expect(body.message).toContain('runs for mary')
    expect(await fixture.read(two.id)).toMatchObject({ timer: 'running' })
  })

  it('allows a user one timer, over session and API key', async () => {
    const [one, two] = [await fixture.task(), await fixture.task()]
    await fixture.move(one.id, 'start', fixture.people.administrator.headers)
    expect((await fixture.move(two.id, 'start', fixture.people.keys.full.headers)).body.data.paused_task.id).toBe(
      one.id,
    )
  })

  it('counts simultaneous starts once', async () => {
    const { id } = await fixture.task()
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.move(id, 'start')))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.filter(({ body }) => body.message === 'Timer started.')).toHaveLength(1)
    fixture.pass(hour)
    expect(await fixture.read(id)).toMatchObject({ duration: 3_600, entries: [{ duration: 3_600 }] })
  })

  it('leaves a user one timer after simultaneous starts of many tasks, without errors', async () => {
    const tasks = await Promise.all(Array.from({ length: 6 }, () => fixture.task()))
    for (let round = 0; round < 3; round++) {
      const order = round % 2 ? tasks : tasks.toReversed()
      const answers = await Promise.all(order.map(({ id }) => fixture.move(id, 'start')))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(await openEntries()).toHaveLength(1)
      fixture.pass(minute)
    }
    const read = await Promise.all(tasks.map(({ id }) => fixture.read(id)))
    expect(read.filter(({ timer }) => timer === 'running')).toHaveLength(1)
    expect(read.reduce((sum, { duration }) => sum + duration, 0)).toBe(180)
  })

  it('gives the task to one of two users who start it at the same time', async () => {
    const { id } = await fixture.task()
    const { administrator, manager } = fixture.people
    const answers = await Promise.all([administrator, manager].map(({ headers }) => fixture.move(id, 'start', headers)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('does not deadlock when two users swap tasks at the same time', async () => {
    const { administrator, manager } = fixture.people
    const [one, two] = [await fixture.task(), await fixture.task()]
    await fixture.move(one.id, 'start', administrator.headers)
    await fixture.move(two.id, 'start', manager.headers)
    const answers = await Promise.all([
      fixture.move(two.id, 'start', administrator.headers),
      fixture.move(one.id, 'start', manager.headers),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
  })

  it('continues when the process that started it is gone', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    const another = await fixture.service.openAnother()
    const { output } = await another.run('pause-timer', { task_id: id })
    expect(output).toMatchObject({ task: { timer: 'paused', duration: 3_600 } })
  })

  it('never subtracts time when the clock is set back', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    await fixture.move(id, 'pause')
    await fixture.move(id, 'start')
    fixture.pass(-2 * hour)
    expect(await fixture.read(id)).toMatchObject({ duration: 3_600 })
    expect((await fixture.move(id, 'pause')).body.data).toMatchObject({ duration: 3_600, timer: 'paused' })
    fixture.pass(hour)
    expect((await fixture.read(id)).duration).toBe(3_600)
  })

  it('rejects a closed task, an unknown one and an invalid id', async () => {
    const { id } = await fixture.task({ task_status: 'completed' })
    expect((await fixture.move(id, 'start')).body).toMatchObject({
      code: 'svc_time_task_closed',
      data: { status: 409 },
    })
    expect((await fixture.move(99, 'start')).body.code).toBe('svc_time_task_not_found')
    expect((await fixture.rest('POST /time-tracker/tasks/one/start')).body.data.params.task_id).toContain(
      'whole number',
    )
  })

  it('reports an empty bucket', async () => {
    const bucket = await fixture.bucket({ hours: 1 })
    await fixture.task({ bucket_id: bucket.id, duration: '2:00' })
    const { id } = await fixture.task({ bucket_id: bucket.id, timer_mode: 'count_down' })
    const { body } = await fixture.move(id, 'start')
    expect(body.message).toBe('Timer started. There is no time left in the bucket.')
    expect(body.data.bucket_remaining).toBe(-3_600)
  })

  it('starts nothing in a dry run and rejects the same input', async () => {
    const { id } = await fixture.task()
    const { body } = await fixture.rest(`POST /time-tracker/tasks/${id}/start`, { dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, task_id: id, would_affect: [{ id, timer: 'running' }] })
    expect(await openEntries()).toEqual([])
    const closed = await fixture.task({ task_status: 'canceled' })
    expect((await fixture.rest(`POST /time-tracker/tasks/${closed.id}/start`, { dry_run: true })).status).toBe(409)
  })

  it('requires the permission to change', async () => {
    const { id } = await fixture.task()
    expect((await fixture.move(id, 'start', fixture.people.viewer.headers)).status).toBe(403)
    expect((await fixture.move(id, 'start', fixture.people.keys.read.headers)).status).toBe(403)
  })

  it('lets a limited key start only tasks that it sees fully, and never touch a hidden timer', async () => {
    const { headers } = fixture.people.keys.limited
    const own = await fixture.task({ sites: [1] })
    const shared = await fixture.task({ sites: [1, 3] })
    const hidden = await fixture.task({ sites: [3] })
    expect((await fixture.move(shared.id, 'start', headers)).status).toBe(403)
    expect((await fixture.move(hidden.id, 'start', headers)).status).toBe(404)
    await fixture.move(hidden.id, 'start')
    const { status, body } = await fixture.move(own.id, 'start', headers)
    expect([status, body.message]).toEqual([409, 'Another timer of yours is running. Pause or stop it first.'])
    expect((await fixture.read(hidden.id)).timer).toBe('running')
    await fixture.move(hidden.id, 'stop')
    expect((await fixture.move(own.id, 'start', headers)).status).toBe(200)
  })
})
