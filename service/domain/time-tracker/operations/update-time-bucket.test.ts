import { describe, expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const edit = (id: number, fields: object, headers?: Record<string, string>) =>
  fixture.rest(`PATCH /time-tracker/buckets/${id}/edit`, fields, headers)

describe('PATCH /time-tracker/buckets/{bucket_id}/edit', () => {
  it('changes the given fields, keeps the rest, and clears with null or ""', async () => {
    const { id } = await fixture.bucket({ description: 'x', hourly_price: 10, recurrence: 'weekly', clients: [1] })
    expect((await edit(id, { hours: 20, title: 'New' })).body.data).toMatchObject({
      title: 'New',
      hours: 20,
      hourly_price: 10,
      clients: [{ id: 1 }],
    })
    expect(
      (await edit(id, { hourly_price: '', recurrence: null, clients: null, description: '' })).body.data,
    ).toMatchObject({
      hourly_price: null,
      recurrence: 'none',
      clients: [],
      description: '',
    })
    expect((await edit(id, {})).status).toBe(200)
  })

  it('rejects invalid input and unknown buckets', async () => {
    const { id } = await fixture.bucket()
    expect((await edit(id, { clients: [99] })).body.data.params.clients).toContain('99')
    expect((await edit(id, { hours: 0 })).status).toBe(400)
    expect((await edit(99, { hours: 1 })).body.code).toBe('svc_time_bucket_not_found')
  })

  it('changes nothing in a dry run', async () => {
    const { id } = await fixture.bucket()
    expect((await edit(id, { hours: 1, dry_run: true })).body.data.would_affect).toEqual([{ id, title: 'Support' }])
    expect((await fixture.rest(`GET /time-tracker/buckets/${id}`)).body.data.hours).toBe(10)
  })

  it('lets a limited key change only buckets of clients that it sees fully', async () => {
    const { headers } = fixture.people.keys.limited
    const { id } = await fixture.bucket({ clients: [1] })
    expect((await edit(id, { hours: 1 }, headers)).body.code).toBe('svc_permission_denied')
    await fixture.ability('update-client', { client_id_or_email: 1, selected_sites: [1] })
    expect((await edit(id, { hours: 1 }, headers)).status).toBe(200)
    expect((await edit(id, { clients: [] }, headers)).status).toBe(403)
    expect((await edit((await fixture.bucket()).id, { hours: 1 }, headers)).status).toBe(404)
  })
})
