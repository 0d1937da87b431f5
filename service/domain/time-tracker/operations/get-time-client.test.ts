import { expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()

it('returns the totals of a client in a period, and its settings', async () => {
  await fixture.rest('PUT /time-tracker/clients/1/settings/edit', { currency: 'EUR' })
  await fixture.task({ client: 1, date: '2026-10-01', duration: 60, hourly_price: 60 })
  await fixture.task({ client: 1, date: '2026-11-01', duration: 120, hourly_price: 60 })
  const { body } = await fixture.rest('GET /time-tracker/clients/1?start_date=2026-11-01')
  expect(body.data).toMatchObject({
    id: 1,
    name: 'Acme',
    client_email: 'info@acme.example',
    totals: { tasks: 1, duration: 120, amounts: [{ currency: 'EUR', total_price: 2 }] },
    settings: { currency: 'EUR', own: ['currency'] },
  })
  expect((await fixture.rest('GET /time-tracker/clients/info%40acme.example')).body.data.totals.tasks).toBe(2)
})

it('returns the remaining time of only its own buckets', async () => {
  const { id } = await fixture.bucket({ title: 'Support', hours: 1, clients: [1] })
  await fixture.bucket({ title: 'Of another', clients: [2] })
  await fixture.task({ client: 1, bucket_id: id, duration: 600 })
  const { body } = await fixture.rest('GET /time-tracker/clients/1')
  expect(body.data.buckets).toMatchObject([{ id, title: 'Support', used_duration: 600, remaining_duration: 3000 }])
})

it('returns 404 for an unknown id or one outside the limits of a key', async () => {
  expect((await fixture.rest('GET /time-tracker/clients/99')).body.code).toBe('svc_client_not_found')
  const { headers } = fixture.people.keys.limited
  expect((await fixture.rest('GET /time-tracker/clients/2', undefined, headers)).status).toBe(404)
})
