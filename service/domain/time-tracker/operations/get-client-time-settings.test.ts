import { expect, it } from 'vitest'
import { setUpTimeTracker } from '../testing/set-up-time-tracker.ts'

const fixture = setUpTimeTracker()

it('shows the effective settings of the client and the names of its own', async () => {
  await fixture.rest('PUT /time-tracker/settings/edit', { currency: 'EUR' })
  await fixture.rest('PUT /time-tracker/clients/1/settings/edit', { rounding: true })
  expect((await fixture.rest('GET /time-tracker/clients/info%40acme.example/settings')).body.data).toMatchObject({
    client_id: 1,
    currency: 'EUR',
    rounding: true,
    own: ['rounding'],
  })
  expect((await fixture.rest('GET /time-tracker/clients/2/settings')).body.data).toMatchObject({
    rounding: false,
    own: [],
  })
})

it('returns 404 for an unknown id or one outside the limits of a key', async () => {
  const { headers } = fixture.people.keys.limited
  expect((await fixture.rest('GET /time-tracker/clients/99/settings')).body.code).toBe('svc_client_not_found')
  expect((await fixture.rest('GET /time-tracker/clients/2/settings', undefined, headers)).status).toBe(404)
})
