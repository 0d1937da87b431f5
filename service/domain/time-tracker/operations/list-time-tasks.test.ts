import { describe, expect, it } from 'vitest'
import { hour, setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const list = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /time-tracker${query}`, undefined, headers)).body
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)

describe('GET /time-tracker', () => {
  it('lists the newest work first, with the real total', async () => {
    for (const date of ['2026-11-01', '2026-11-03', '2026-11-02']) await fixture.task({ date })
    const body = await list()
    expect(body).toMatchObject({ success: 1, total: 3, page: 1, pages: 1 })
    expect(idsOf(body)).toEqual([2, 3, 1])
    expect(await list('?per_page=2&page=2')).toMatchObject({ total: 3, pages: 2, data: [{ id: 1 }] })
    expect(idsOf(await list('?orderby=id&order=asc'))).toEqual([1, 2, 3])
    expect((await list('?_fields=title')).data[0]).toEqual({ id: 2, title: 'Fix the shop' })
  })

  it('filters by dates, states, client, site, bucket and search terms', async () => {
    const { id: bucket_id } = await fixture.bucket()
    await fixture.task({ date: '2026-10-31', title: 'Backup 100%', payment_status: 'paid' })
    await fixture.task({ client: 1, sites: [1], task_status: 'completed' })
    await fixture.task({ client: 2, sites: [2, 3], bucket_id })
    await fixture.move(3, 'start')
    expect(idsOf(await list('?start_date=2026-11-01'))).toEqual([3, 2])
    expect(idsOf(await list('?date_to=2026-10-31'))).toEqual([1])
    expect(idsOf(await list('?status=completed'))).toEqual([2])
    expect(idsOf(await list('?payment_status=paid'))).toEqual([1])
    expect(idsOf(await list('?timer=running'))).toEqual([3])
    expect(idsOf(await list('?client=info@acme.example'))).toEqual([2])
    expect(idsOf(await list('?site_id=2'))).toEqual([3])
    expect(idsOf(await list(`?bucket_id=${bucket_id}`))).toEqual([3])
    expect(idsOf(await list('?search=100%25'))).toEqual([1])
    expect(idsOf(await list('?include=1,2&exclude=2'))).toEqual([1])
  })

  it('is also available under a client and a site', async () => {
    await fixture.task({ client: 1 })
    await fixture.task({ client: 2, sites: [3] })
    expect(idsOf((await fixture.rest('GET /time-tracker/clients/info%40acme.example/tasks')).body)).toEqual([1])
    expect(idsOf((await fixture.rest('GET /time-tracker/clients/2/tasks?status=pending')).body)).toEqual([2])
    expect(idsOf((await fixture.rest('GET /time-tracker/sites/site-3.example/tasks')).body)).toEqual([2])
    expect((await fixture.rest('GET /time-tracker/clients/99/tasks')).body.code).toBe('svc_client_not_found')
    expect((await fixture.rest('GET /time-tracker/sites/99/tasks')).body.code).toBe('svc_site_not_found')
  })

  it('lists the allowed values of an invalid filter', async () => {
    const { data } = await list('?status=done&payment_status=x&start_date=yesterday&per_page=101')
    expect(Object.keys(data.params).sort()).toEqual(['payment_status', 'per_page', 'start_date', 'status'])
    expect(data.params.payment_status).toContain('unbilled, draft, sent')
    expect((await list('?colour=red')).data.params.colour).toContain('is not a known field')
  })

  it('sums all tasks that match the filters, on any page, exactly and by currency', async () => {
    await fixture.rest('PUT /time-tracker/clients/2/settings/edit', { currency: 'EUR' })
    for (let task = 0; task < 3; task++) await fixture.task({ client: 1, duration: '0:06', hourly_price: 1 })
    await fixture.task({ client: 2, duration: 3_600, hourly_price: '0.20', payment_status: 'paid' })
    await fixture.task({ client: 2, duration: 3_600, hourly_price: '0.10' })
    const { totals } = await list('?per_page=1')
    expect(totals).toEqual({
      tasks: 5,
      duration: 3 * 360 + 7_200,
      billed_duration: 3 * 360 + 7_200,
      amounts: [
        { currency: 'EUR', total_price: 0.3, by_payment_status: { paid: 0.2, unbilled: 0.1 } },
        { currency: 'USD', total_price: 0.3, by_payment_status: { unbilled: 0.3 } },
      ],
    })
  })

  it('counts the time of a running timer', async () => {
    const { id } = await fixture.task({ hourly_price: 10 })
    await fixture.move(id, 'start')
    fixture.pass(2 * hour)
    const body = await list()
    expect(body.data[0]).toMatchObject({ duration: 7_200, total_price: 20 })
    expect(body.totals.duration).toBe(7_200)
  })

  it('shows a limited key only its own tasks, in lists and totals', async () => {
    await fixture.task({ sites: [1, 3], duration: 60 })
    await fixture.task({ client: 1, duration: 60 })
    await fixture.task({ client: 1, sites: [2], duration: 60 })
    await fixture.task({ client: 2, duration: 60 })
    await fixture.task({ duration: 60 })
    const body = await list('?orderby=id&order=asc', fixture.people.keys.limited.headers)
    expect(idsOf(body)).toEqual([1, 2])
    expect([body.total, body.totals.duration]).toEqual([2, 120])
    expect(body.data[0].sites.map(({ id }: { id: number }) => id)).toEqual([1])
  })
})

describe('rounding', () => {
  const rounded = async (duration: number, settings: object) => {
    await fixture.rest('PUT /time-tracker/settings/edit', { rounding: true, ...settings })
    const { id } = await fixture.task({ duration, hourly_price: 60 })
    return (await fixture.read(id)).billed_duration
  }

  it.each([
    [0, 'up', 15, 0],
    [1, 'up', 15, 900],
    [900, 'up', 15, 900],
    [901, 'up', 15, 1_800],
    [899, 'down', 15, 0],
    [1_799, 'down', 15, 900],
    [449, 'nearest', 15, 0],
    [450, 'nearest', 15, 900],
    [1_349, 'nearest', 15, 900],
    [1_350, 'nearest', 15, 1_800],
    [89, 'nearest', 1, 60],
    [3_000, 'up', 480, 28_800],
  ])('rounds %d seconds %s to %d minutes: %d', async (duration, rounding_direction, rounding_minutes, expected) => {
    expect(await rounded(duration, { rounding_direction, rounding_minutes })).toBe(expected)
  })

  it('affects the price, and a client may have its own settings', async () => {
    await fixture.rest('PUT /time-tracker/settings/edit', { rounding: true, rounding_direction: 'up' })
    await fixture.rest('PUT /time-tracker/clients/2/settings/edit', { rounding: false })
    const [one, two] = [await fixture.task({ client: 1 }), await fixture.task({ client: 2 })]
    for (const { id } of [one, two])
      await fixture.rest(`PUT /time-tracker/tasks/${id}/edit`, { duration: 360, hourly_price: 100 })
    expect(await fixture.read(one.id)).toMatchObject({ duration: 360, billed_duration: 900, total_price: 25 })
    expect(await fixture.read(two.id)).toMatchObject({ duration: 360, billed_duration: 360, total_price: 10 })
  })

  it('computes exact prices, rounding half up', async () => {
    const price = async (fields: object) => (await fixture.task(fields)).total_price
    expect(await price({ duration: 1_800, hourly_price: '0.01' })).toBe(0.01)
    expect(await price({ duration: 1_799, hourly_price: '0.01' })).toBe(0)
    expect(await price({ duration: 1, hourly_price: '17.99999999' })).toBe(0)
    expect(await price({ duration: 1, hourly_price: '18' })).toBe(0.01)
    expect(await price({ duration: 3_600, hourly_price: '999999999999.99' })).toBe(999_999_999_999.99)
  })
})

it('answers 501 while the module is off, and keeps its data', async () => {
  const { id } = await fixture.task({ client: 1, duration: 60 })
  await fixture.move(id, 'start')
  const before = await list()
  await fixture.rest('PUT /modules/time-tracker', { active: false })
  expect(await list()).toMatchObject({ success: 0, code: 'svc_module_not_available', data: { status: 501 } })
  expect((await fixture.move(id, 'stop')).status).toBe(501)
  await fixture.rest('PUT /modules/time-tracker', { active: true })
  expect(await list()).toEqual(before)
})
