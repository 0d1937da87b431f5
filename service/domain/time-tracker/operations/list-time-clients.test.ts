import { beforeEach, describe, expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const list = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /time-tracker/clients${query}`, undefined, headers)).body
const seconds = ({ data }: { data: { id: number; totals: { duration: number } }[] }) =>
  data.map(({ id, totals }) => [id, totals.duration])

beforeEach(async () => {
  await fixture.ability('add-client', { name: 'Idle' })
  await fixture.task({ client: 1, sites: [1], date: '2026-10-01', duration: 60, hourly_price: 60 })
  await fixture.task({
    client: 1,
    sites: [2],
    date: '2026-11-01',
    duration: 120,
    hourly_price: 60,
    payment_status: 'paid',
  })
  await fixture.task({ client: 2, date: '2026-11-30', duration: 240 })
  await fixture.task({ duration: 480 })
})

describe('GET /time-tracker/clients', () => {
  it('returns the totals of each client', async () => {
    const body = await list()
    expect(body).toMatchObject({ success: 1, total: 3, pages: 1 })
    expect(body.data[0]).toEqual({
      id: 1,
      name: 'Acme',
      client_email: 'info@acme.example',
      totals: {
        tasks: 2,
        duration: 180,
        billed_duration: 180,
        amounts: [{ currency: 'USD', total_price: 3, by_payment_status: { paid: 2, unbilled: 1 } }],
      },
    })
    expect(seconds(body)).toEqual([
      [1, 180],
      [2, 240],
      [3, 0],
    ])
  })

  it('filters by a period, first and last day included', async () => {
    expect(seconds(await list('?start_date=2026-11-01&end_date=2026-11-30'))).toEqual([
      [1, 120],
      [2, 240],
      [3, 0],
    ])
    expect(seconds(await list('?date_from=2026-11-02&with_tasks=true'))).toEqual([[2, 240]])
    expect((await list('?end_date=2026-09-30&with_tasks=1')).total).toBe(0)
  })

  it('filters and pages', async () => {
    expect(seconds(await list('?search=ACME'))).toEqual([[1, 180]])
    expect(seconds(await list('?include=2,3&exclude=3'))).toEqual([[2, 240]])
    expect(await list('?per_page=1&page=2')).toMatchObject({ total: 3, pages: 3, data: [{ id: 2 }] })
    expect((await list('?start_date=soon')).data.params.start_date).toContain('YYYY-MM-DD')
  })

  it('shows a limited key only its clients and their work on its sites', async () => {
    const body = await list('', fixture.people.keys.limited.headers)
    expect([seconds(body), body.total]).toEqual([[[1, 60]], 1])
  })
})
