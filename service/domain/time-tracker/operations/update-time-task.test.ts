import { describe, expect, it } from 'vitest'
import { hour, setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const edit = (id: number, fields: object, headers?: Record<string, string>) =>
  fixture.rest(`PUT /time-tracker/tasks/${id}/edit`, fields, headers)

describe('PUT /time-tracker/tasks/{task_id}/edit', () => {
  it('changes the given fields, keeps the rest, and clears with null or ""', async () => {
    const { id } = await fixture.task({ client: 1, sites: [1, 2], time: '10:00', hourly_price: 30, description: 'x' })
    expect((await edit(id, { title: 'New' })).body.data).toMatchObject({ title: 'New', client_id: 1, time: '10:00' })
    const cleared = { client: null, sites: [], time: '', hourly_price: null, description: '' }
    expect((await edit(id, cleared)).body.data).toMatchObject({
      title: 'New',
      client_id: null,
      sites: [],
      time: null,
      hourly_price: null,
      description: '',
    })
    expect((await fixture.rest(`PATCH /time-tracker/tasks/${id}/edit`, {})).status).toBe(200)
  })

  it('replaces the counted time with an entered duration and keeps the old entries', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    await fixture.move(id, 'stop')
    const { data } = (await edit(id, { duration: 1_800 })).body
    expect(data).toMatchObject({
      duration: 1_800,
      entries: [
        { kind: 'timer', duration: 3_600, counted: false },
        { kind: 'manual', duration: 1_800, counted: true },
      ],
    })
    await fixture.move(id, 'start')
    fixture.pass(hour)
    expect((await fixture.read(id)).duration).toBe(5_400)
  })

  it('rejects a duration while the timer is running', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    expect((await edit(id, { duration: 5 })).body).toMatchObject({ code: 'svc_timer_running', data: { status: 409 } })
    expect((await edit(id, { duration: 5, dry_run: true })).status).toBe(409)
    expect((await edit(id, { title: 'New' })).body.data).toMatchObject({ title: 'New', timer: 'running' })
  })

  it('stops the timer when the task is closed', async () => {
    const { id } = await fixture.task()
    await fixture.move(id, 'start')
    fixture.pass(hour)
    const plan = (await edit(id, { task_status: 'completed', dry_run: true })).body.data
    expect(plan.warnings).toEqual(['The timer would stop.'])
    expect((await edit(id, { task_status: 'completed' })).body.data).toMatchObject({
      task_status: 'completed',
      timer: 'stopped',
      duration: 3_600,
    })
    fixture.pass(hour)
    expect((await fixture.read(id)).duration).toBe(3_600)
  })

  it('uses a fixed price until it is cleared', async () => {
    const { id } = await fixture.task({ duration: '2:00', hourly_price: '33.335' })
    expect((await edit(id, { total_price: 99 })).body.data).toMatchObject({ total_price: 99, total_price_fixed: true })
    expect((await edit(id, { total_price: '' })).body.data).toMatchObject({
      total_price: 66.67,
      total_price_fixed: false,
    })
  })

  it('rejects a bucket of other clients, and count_down without a bucket', async () => {
    const { id: bucket_id } = await fixture.bucket({ clients: [1] })
    const { id } = await fixture.task({ client: 1, bucket_id, timer_mode: 'count_down' })
    expect((await edit(id, { client: 2 })).body.data.params).toHaveProperty('bucket_id')
    expect((await edit(id, { bucket_id: null })).body.data.params).toHaveProperty('timer_mode')
    expect((await edit(id, { bucket_id: null, timer_mode: 'count_up', client: 2 })).status).toBe(200)
  })

  it('keeps tasks in a bucket that was assigned to other clients', async () => {
    const { id: bucket_id } = await fixture.bucket({ clients: [1] })
    const { id } = await fixture.task({ client: 1, bucket_id })
    await fixture.rest(`PUT /time-tracker/buckets/${bucket_id}/edit`, { clients: [2] })
    expect((await edit(id, { title: 'New' })).body.data).toMatchObject({ title: 'New', bucket_id })
  })

  it('keeps all changes of simultaneous edits', async () => {
    const { id } = await fixture.task()
    const edits = [
      { title: 'T' },
      { description: 'D' },
      { client: 1 },
      { sites: [1] },
      { hourly_price: 7 },
      { time: '08:00' },
      { payment_status: 'paid' },
      { task_status: 'on_hold' },
      { duration: 60 },
    ]
    const answers = await Promise.all(edits.map((fields) => edit(id, fields)))
    expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200))
    expect(await fixture.read(id)).toMatchObject({
      title: 'T',
      description: 'D',
      client_id: 1,
      sites: [{ id: 1 }],
      hourly_price: 7,
      time: '08:00',
      payment_status: 'paid',
      task_status: 'on_hold',
      duration: 60,
    })
  })

  it('succeeds or returns 400 when buckets, clients and sites are deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const bucket = await fixture.bucket()
      const client = (await fixture.ability('add-client', { name: 'Gone' })).body.id
      const tasks = await Promise.all([
        fixture.task({ bucket_id: bucket.id }),
        fixture.task({ client }),
        fixture.task(),
      ])
      const answers = await Promise.all([
        ...tasks.map(({ id }) => edit(id, { bucket_id: bucket.id, client, title: 'New' })),
        fixture.rest(`DELETE /time-tracker/buckets/${bucket.id}/delete`),
        fixture.ability('delete-client', { client_id_or_email: client, confirm: true }),
      ])
      for (const { status } of answers.slice(0, 3)) expect([200, 400]).toContain(status)
      expect(answers.slice(3).map(({ status }) => status)).toEqual([200, 200])
    }
  })

  it('returns 404 for an unknown task and 400 for unknown fields', async () => {
    expect((await edit(99, { title: 'x' })).body.code).toBe('svc_time_task_not_found')
    const { id } = await fixture.task()
    expect((await edit(id, { colour: 'red' })).body.data.params.colour).toContain('is not a known field')
  })

  it('lets a limited key change only tasks that it sees fully, and move none outside its limits', async () => {
    const { headers } = fixture.people.keys.limited
    const own = await fixture.task({ client: 1, sites: [1] })
    const shared = await fixture.task({ sites: [1, 3] })
    const hidden = await fixture.task({ sites: [3] })
    expect((await edit(own.id, { title: 'Mine' }, headers)).body.data.title).toBe('Mine')
    expect((await edit(own.id, { sites: [] }, headers)).status).toBe(403)
    expect((await edit(own.id, { sites: [3] }, headers)).status).toBe(400)
    expect((await edit(shared.id, { title: 'Mine' }, headers)).status).toBe(403)
    expect((await edit(hidden.id, { title: 'Mine' }, headers)).status).toBe(404)
  })
})
