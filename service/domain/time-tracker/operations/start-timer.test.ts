import { describe, expect, it } from 'vitest'
import { hour, minute, second, timeScene } from '../testing/time-scene.ts'

const scene = timeScene()
const openEntries = () =>
  scene.service.db.selectFrom('time_entries').selectAll().where('ended_at', 'is', null).execute()

describe('POST /time-tracker/tasks/{task_id}/start', () => {
  it('starts the timer and computes the time from the start', async () => {
    const { id } = await scene.task()
    const { status, body } = await scene.move(id, 'start')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: 1,
      message: 'Timer started.',
      data: { id, timer: 'running', duration: 0, task_status: 'in_progress', running_since: '2026-11-15T09:00:00Z' },
    })
    scene.pass(90 * minute)
    expect(await scene.read(id)).toMatchObject({ duration: 5_400, duration_text: '1:30:00', timer: 'running' })
  })

  it.each(['PUT', 'PATCH'])('accepts %s', async (method) => {
    const { id } = await scene.task()
    expect((await scene.rest(`${method} /time-tracker/tasks/${id}/start`)).body.data.timer).toBe('running')
  })

  it('ignores a second start', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    scene.pass(hour)
    expect((await scene.move(id, 'start')).body.message).toBe('The timer was running already.')
    scene.pass(hour)
    expect(await scene.read(id)).toMatchObject({ duration: 7_200, entries: [{ duration: 7_200 }] })
  })

  it('continues after a pause and after a stop, with a new entry each', async () => {
    const { id } = await scene.task()
    for (const move of ['pause', 'stop'] as const) {
      await scene.move(id, 'start')
      scene.pass(10 * minute)
      await scene.move(id, move)
      scene.pass(hour)
    }
    await scene.move(id, 'start')
    scene.pass(second)
    const task = await scene.read(id)
    expect(task.duration).toBe(1_201)
    expect(task.entries.map(({ duration }: { duration: number }) => duration)).toEqual([600, 600, 1])
  })

  it('pauses the other timer of the same user and reports it', async () => {
    const [one, two] = [await scene.task({ title: 'One' }), await scene.task({ title: 'Two' })]
    await scene.move(one.id, 'start')
    scene.pass(hour)
    const { body } = await scene.move(two.id, 'start')
    expect(body).toMatchObject({
      message: `Timer started. The timer of task ${one.id} (One) was paused.`,
      data: { id: two.id, paused_task: { id: one.id, title: 'One' } },
    })
    scene.pass(hour)
    expect(await scene.read(one.id)).toMatchObject({ timer: 'paused', duration: 3_600 })
    expect(await openEntries()).toHaveLength(1)
  })

  it('does not touch timers of other users, and a task runs for one user only', async () => {
    const { administrator, manager } = scene.people
    const [one, two] = [await scene.task(), await scene.task()]
    await scene.move(one.id, 'start', manager.headers)
    await scene.move(two.id, 'start', administrator.headers)
    expect(await openEntries()).toHaveLength(2)
    const { status, body } = await scene.move(one.id, 'start', administrator.headers)
    expect([status, body.code]).toEqual([409, 'svc_timer_running'])
    expect(body.message).toContain('runs for mary')
    expect(await scene.read(two.id)).toMatchObject({ timer: 'running' })
  })

  it('allows a user one timer, over session and API key', async () => {
    const [one, two] = [await scene.task(), await scene.task()]
    await scene.move(one.id, 'start', scene.people.administrator.headers)
    expect((await scene.move(two.id, 'start', scene.people.keys.full.headers)).body.data.paused_task.id).toBe(one.id)
  })

  it('counts simultaneous starts once', async () => {
    const { id } = await scene.task()
    const answers = await Promise.all(Array.from({ length: 8 }, () => scene.move(id, 'start')))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.filter(({ body }) => body.message === 'Timer started.')).toHaveLength(1)
    scene.pass(hour)
    expect(await scene.read(id)).toMatchObject({ duration: 3_600, entries: [{ duration: 3_600 }] })
  })

  it('leaves a user one timer after simultaneous starts of many tasks, without errors', async () => {
    const tasks = await Promise.all(Array.from({ length: 6 }, () => scene.task()))
    for (let round = 0; round < 3; round++) {
      const order = round % 2 ? tasks : tasks.toReversed()
      const answers = await Promise.all(order.map(({ id }) => scene.move(id, 'start')))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(await openEntries()).toHaveLength(1)
      scene.pass(minute)
    }
    const read = await Promise.all(tasks.map(({ id }) => scene.read(id)))
    expect(read.filter(({ timer }) => timer === 'running')).toHaveLength(1)
    expect(read.reduce((sum, { duration }) => sum + duration, 0)).toBe(180)
  })

  it('gives the task to one of two users who start it at the same time', async () => {
    const { id } = await scene.task()
    const { administrator, manager } = scene.people
    const answers = await Promise.all([administrator, manager].map(({ headers }) => scene.move(id, 'start', headers)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('does not deadlock when two users swap tasks at the same time', async () => {
    const { administrator, manager } = scene.people
    const [one, two] = [await scene.task(), await scene.task()]
    await scene.move(one.id, 'start', administrator.headers)
    await scene.move(two.id, 'start', manager.headers)
    const answers = await Promise.all([
      scene.move(two.id, 'start', administrator.headers),
      scene.move(one.id, 'start', manager.headers),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
  })

  it('continues when the process that started it is gone', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    scene.pass(hour)
    const another = await scene.service.openAnother()
    const { output } = await another.run('pause-timer', { task_id: id })
    expect(output).toMatchObject({ task: { timer: 'paused', duration: 3_600 } })
  })

  it('never subtracts time when the clock is set back', async () => {
    const { id } = await scene.task()
    await scene.move(id, 'start')
    scene.pass(hour)
    await scene.move(id, 'pause')
    await scene.move(id, 'start')
    scene.pass(-2 * hour)
    expect(await scene.read(id)).toMatchObject({ duration: 3_600 })
    expect((await scene.move(id, 'pause')).body.data).toMatchObject({ duration: 3_600, timer: 'paused' })
    scene.pass(hour)
    expect((await scene.read(id)).duration).toBe(3_600)
  })

  it('rejects a closed task, an unknown one and an invalid id', async () => {
    const { id } = await scene.task({ task_status: 'completed' })
    expect((await scene.move(id, 'start')).body).toMatchObject({ code: 'svc_time_task_closed', data: { status: 409 } })
    expect((await scene.move(99, 'start')).body.code).toBe('svc_time_task_not_found')
    expect((await scene.rest('POST /time-tracker/tasks/one/start')).body.data.params.task_id).toContain('whole number')
  })

  it('reports an empty bucket', async () => {
    const bucket = await scene.bucket({ hours: 1 })
    await scene.task({ bucket_id: bucket.id, duration: '2:00' })
    const { id } = await scene.task({ bucket_id: bucket.id, timer_mode: 'count_down' })
    const { body } = await scene.move(id, 'start')
    expect(body.message).toBe('Timer started. There is no time left in the bucket.')
    expect(body.data.bucket_remaining).toBe(-3_600)
  })

  it('starts nothing in a dry run and rejects the same input', async () => {
    const { id } = await scene.task()
    const { body } = await scene.rest(`POST /time-tracker/tasks/${id}/start`, { dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, task_id: id, would_affect: [{ id, timer: 'running' }] })
    expect(await openEntries()).toEqual([])
    const closed = await scene.task({ task_status: 'canceled' })
    expect((await scene.rest(`POST /time-tracker/tasks/${closed.id}/start`, { dry_run: true })).status).toBe(409)
  })

  it('requires the permission to change', async () => {
    const { id } = await scene.task()
    expect((await scene.move(id, 'start', scene.people.viewer.headers)).status).toBe(403)
    expect((await scene.move(id, 'start', scene.people.keys.read.headers)).status).toBe(403)
  })

  it('lets a limited key start only tasks that it sees fully, and never touch a hidden timer', async () => {
    const { headers } = scene.people.keys.limited
    const own = await scene.task({ sites: [1] })
    const shared = await scene.task({ sites: [1, 3] })
    const hidden = await scene.task({ sites: [3] })
    expect((await scene.move(shared.id, 'start', headers)).status).toBe(403)
    expect((await scene.move(hidden.id, 'start', headers)).status).toBe(404)
    await scene.move(hidden.id, 'start')
    const { status, body } = await scene.move(own.id, 'start', headers)
    expect([status, body.message]).toEqual([409, 'Another timer of yours is running. Pause or stop it first.'])
    expect((await scene.read(hidden.id)).timer).toBe('running')
    await scene.move(hidden.id, 'stop')
    expect((await scene.move(own.id, 'start', headers)).status).toBe(200)
  })
})
