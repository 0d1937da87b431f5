import { describe, expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const add = (fields: object, headers?: Record<string, string>) =>
  fixture.rest('POST /time-tracker/tasks/add', { title: 'Fix the shop', ...fields }, headers)

describe('POST /time-tracker/tasks/add', () => {
  it('requires only a title', async () => {
    const { status, body } = await add({})
    expect(status).toBe(200)
    expect(body).toEqual({
      success: 1,
      message: 'Task added.',
      data: {
        id: 1,
        title: 'Fix the shop',
        description: '',
        client_id: null,
        client_name: null,
        sites: [],
        bucket_id: null,
        bucket_title: null,
        timer_mode: 'count_up',
        date: '2026-11-15',
        time: null,
        timer: 'idle',
        running_since: null,
        running_for: null,
        duration: 0,
        duration_text: '0:00:00',
        billed_duration: 0,
        bucket_remaining: null,
        hourly_price: null,
        total_price: null,
        total_price_fixed: false,
        total_price_text: null,
        currency: 'USD',
        task_status: 'pending',
        payment_status: 'unbilled',
        created_by: expect.stringContaining('ada'),
        created_at: '2026-11-15T09:00:00Z',
        updated_at: '2026-11-15T09:00:00Z',
        entries: [],
      },
    })
  })

  it('accepts all fields, clients by e-mail address and sites by address', async () => {
    const bucket = await fixture.bucket({ hours: 5, hourly_price: 50, clients: [1] })
    const { body } = await add({
      description: 'Line one\nline two',
      client: 'INFO@acme.example',
      sites: ['https://www.site-2.example/', 1],
      bucket_id: bucket.id,
      timer_mode: 'count_down',
      date: '2026-11-01',
      time: '14:30',
      duration: '1:30',
      hourly_price: '80.10',
      task_status: 'in_progress',
      payment_status: 'draft',
    })
    expect(body.data).toMatchObject({
      description: 'Line one\nline two',
      client_id: 1,
      client_name: 'Acme',
      sites: [{ id: 1 }, { id: 2, url: 'https://site-2.example/', name: 'Site 2' }],
      bucket_title: 'Support',
      timer_mode: 'count_down',
      date: '2026-11-01',
      time: '14:30',
      duration: 5_400,
      bucket_remaining: 5 * 3_600 - 5_400,
      hourly_price: 80.1,
      total_price: 120.15,
      total_price_text: '$120.15',
      task_status: 'in_progress',
      payment_status: 'draft',
      entries: [{ kind: 'manual', duration: 5_400, counted: true }],
    })
  })

  it('accepts the aliases of the fields', async () => {
    const { body } = await add({ client_id: 2, site_ids: '3', status: 'on_hold', duration: '90' })
    expect(body.data).toMatchObject({ client_id: 2, sites: [{ id: 3 }], task_status: 'on_hold', duration: 90 })
  })

  it('uses the price of its bucket unless it has its own', async () => {
    const { id: bucket_id } = await fixture.bucket({ hourly_price: 60 })
    expect((await add({ bucket_id, duration: 3_600 })).body.data).toMatchObject({ hourly_price: 60, total_price: 60 })
    expect((await add({ bucket_id, duration: 3_600, hourly_price: 0 })).body.data.total_price).toBe(0)
  })

  it('takes its mode from the settings when it has a bucket', async () => {
    await fixture.rest('PUT /time-tracker/clients/1/settings/edit', { default_timer_mode: 'count_down' })
    const { id: bucket_id } = await fixture.bucket()
    expect((await add({ client: 1, bucket_id })).body.data.timer_mode).toBe('count_down')
    expect((await add({ client: 1 })).body.data.timer_mode).toBe('count_up')
    expect((await add({ client: 2, bucket_id })).body.data.timer_mode).toBe('count_up')
  })

  it('defaults its date to today in the configured time zone', async () => {
    await fixture.rest('PUT /settings/general/edit', { timezone_string: 'Pacific/Auckland' })
    fixture.pass(4 * 3_600_000)
    expect((await add({})).body.data.date).toBe('2026-11-16')
  })

  it.each([
    [{ title: '  ' }, 'title'],
    [{ title: 'two\nlines' }, 'title'],
    [{ client: 99 }, 'client'],
    [{ client: 'unknown@example.com' }, 'client'],
    [{ sites: [1, 99] }, 'sites'],
    [{ bucket_id: 99 }, 'bucket_id'],
    [{ timer_mode: 'count_down' }, 'timer_mode'],
    [{ timer_mode: 'sideways' }, 'timer_mode'],
    [{ date: '2026-02-30' }, 'date'],
    [{ date: '15/11/2026' }, 'date'],
    [{ time: '25:00' }, 'time'],
    [{ duration: -1 }, 'duration'],
    [{ duration: '1:99' }, 'duration'],
    [{ duration: 'long' }, 'duration'],
    [{ duration: 1e12 }, 'duration'],
    [{ hourly_price: -5 }, 'hourly_price'],
    [{ hourly_price: 'cheap' }, 'hourly_price'],
    [{ hourly_price: 1e13 }, 'hourly_price'],
    [{ total_price: '1.123456789' }, 'total_price'],
    [{ task_status: 'done' }, 'task_status'],
    [{ payment_status: 'maybe' }, 'payment_status'],
    [{ timer: 'running' }, 'timer'],
    [{ created_by: 'unknown' }, 'created_by'],
  ])('rejects %j and names the field', async (fields, field) => {
    const { status, body } = await add(fields)
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'svc_invalid_input', [field]])
  })

  it('rejects a bucket of other clients', async () => {
    const { id: bucket_id } = await fixture.bucket({ clients: [2] })
    expect((await add({ client: 1, bucket_id })).body.data.params.bucket_id).toContain('is for other clients')
    expect((await add({ bucket_id })).status).toBe(400)
    expect((await add({ client: 2, bucket_id })).status).toBe(200)
  })

  it('a dry run adds nothing and rejects the same input', async () => {
    const { body } = await add({ dry_run: true })
    expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ title: 'Fix the shop' }], count: 1 })
    expect((await add({ dry_run: true, client: 99 })).status).toBe(400)
    expect((await fixture.rest('GET /time-tracker')).body.total).toBe(0)
  })

  it('lets a limited key add tasks only for sites and clients that it sees fully', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await add({ sites: [1] }, headers)).body.data.sites).toHaveLength(1)
    expect((await add({ client: 1, sites: [1] }, headers)).status).toBe(200)
    expect((await add({}, headers)).body.message).toContain('give one')
    expect((await add({ client: 1 }, headers)).status).toBe(403)
    expect((await add({ client: 2, sites: [1] }, headers)).body.data.params).toHaveProperty('client')
    expect((await add({ sites: [1, 3] }, headers)).body.data.params.sites).toContain('3')
    const { id: bucket_id } = await fixture.bucket()
    expect((await add({ sites: [1], bucket_id }, headers)).body.data.params).toHaveProperty('bucket_id')
    expect((await add({ sites: [1] }, fixture.people.viewer.headers)).status).toBe(403)
  })

  it('works in batches, with one result each', async () => {
    const { body } = await fixture.rest('POST /time-tracker/batch', {
      create: [{ title: 'One' }, { title: '' }],
      update: [{ id: 1, title: 'New' }],
      delete: [1, 99],
    })
    expect(body.create.map(({ success }: { success: number }) => success)).toEqual([1, 0])
    expect(body.update[0]).toMatchObject({ id: 1, success: 1, data: { title: 'New' } })
    expect(body.delete).toMatchObject([
      { id: 1, success: 1 },
      { id: 99, success: 0 },
    ])
  })
})
