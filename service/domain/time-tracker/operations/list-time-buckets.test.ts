import { describe, expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()
const list = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /time-tracker/buckets${query}`, undefined, headers)).body
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)

describe('GET /time-tracker/buckets', () => {
  it('lists, filters and pages', async () => {
    await fixture.bucket({ title: 'B', clients: [1] })
    await fixture.bucket({ title: 'A', clients: [2], recurrence: 'weekly' })
    await fixture.bucket({ title: 'C' })
    await fixture.task({ bucket_id: 3, duration: 60 })
    const body = await list()
    expect(body).toMatchObject({ success: 1, total: 3, pages: 1 })
    expect(
      body.data.map(({ id, used_duration }: { id: number; used_duration: number }) => [id, used_duration]),
    ).toEqual([
      [2, 0],
      [1, 0],
      [3, 60],
    ])
    expect(idsOf(await list('?client=info@acme.example'))).toEqual([1])
    expect(idsOf(await list('?recurrence=weekly'))).toEqual([2])
    expect(idsOf(await list('?search=c'))).toEqual([3])
    expect(await list('?per_page=2&page=2')).toMatchObject({ total: 3, pages: 2, data: [{ id: 3 }] })
    expect((await list('?recurrence=never')).data.params.recurrence).toContain('weekly')
  })

  it('is also available under a client', async () => {
    await fixture.bucket({ clients: [1] })
    await fixture.bucket({ clients: [2] })
    expect(idsOf((await fixture.rest('GET /time-tracker/clients/2/buckets')).body)).toEqual([2])
    expect((await fixture.rest('GET /time-tracker/clients/99/buckets')).status).toBe(404)
  })

  it('shows a limited key only the buckets of its clients', async () => {
    await fixture.bucket({ clients: [1] })
    await fixture.bucket({ clients: [2] })
    await fixture.bucket()
    const body = await list('', fixture.people.keys.limited.headers)
    expect([idsOf(body), body.total]).toEqual([[1], 1])
  })
})
