import { describe, expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const add = (fields: object, headers?: Record<string, string>) =>
  fixture.rest('POST /time-tracker/buckets/add', { title: 'Support', hours: 10, ...fields }, headers)

describe('POST /time-tracker/buckets/add', () => {
  it('adds a bucket of hours', async () => {
    const { body } = await add({
      description: 'Every month',
      hourly_price: '75.50',
      recurrence: 'monthly',
      clients: [2, 1],
    })
    expect(body).toEqual({
      success: 1,
      message: 'Bucket added.',
      data: {
        id: 1,
        title: 'Support',
        description: 'Every month',
        hours: 10,
        hourly_price: 75.5,
        recurrence: 'monthly',
        start_date: '2026-11-15',
        clients: [
          { id: 1, name: 'Acme' },
          { id: 2, name: 'Beta' },
        ],
        period: { from: '2026-11-15', until: '2026-12-15' },
        next_reset: '2026-12-15',
        used_duration: 0,
        remaining_duration: 36_000,
        remaining_hours: 10,
        created_at: '2026-11-15T09:00:00Z',
        updated_at: '2026-11-15T09:00:00Z',
      },
    })
  })

  it('defaults to no recurrence and all clients', async () => {
    expect((await add({ hours: 1.25 })).body.data).toMatchObject({
      hours: 1.25,
      remaining_duration: 4_500,
      recurrence: 'none',
      next_reset: null,
      clients: [],
    })
  })

  it.each([
    [{ title: '' }, 'title'],
    [{ hours: 0 }, 'hours'],
    [{ hours: -1 }, 'hours'],
    [{ hours: 'many' }, 'hours'],
    [{ hourly_price: -1 }, 'hourly_price'],
    [{ recurrence: 'daily' }, 'recurrence'],
    [{ start_date: 'soon' }, 'start_date'],
    [{ clients: [1, 99] }, 'clients'],
  ])('rejects %j and names the field', async (fields, field) => {
    const { status, body } = await add(fields)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
  })

  it('adds nothing in a dry run', async () => {
    expect((await add({ dry_run: true })).body.data.would_affect).toEqual([{ title: 'Support', hours: 10 }])
    expect((await fixture.rest('GET /time-tracker/buckets')).body.total).toBe(0)
  })

  it('lets a limited key add buckets only for clients whose sites it sees all', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await add({}, headers)).status).toBe(403)
    expect((await add({ clients: [1] }, headers)).status).toBe(403)
    expect((await add({ clients: [2] }, headers)).status).toBe(400)
    await fixture.ability('update-client', { client_id_or_email: 1, selected_sites: [1] })
    expect((await add({ clients: [1] }, headers)).status).toBe(200)
  })
})
