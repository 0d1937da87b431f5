import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(() => seedFleet(fixture.service.db))

const monthly = { name: 'Hosting', price: 10, renewal_type: 'monthly' }

it('returns one cost with its next renewal, which depends on the day', async () => {
  await rest('POST /costs/add', { ...monthly, last_renewal: '2026-10-15', sites: [1] })
  expect((await rest('GET /costs/1')).body.data).toMatchObject({
    id: 1,
    name: 'Hosting',
    next_renewal: '2026-11-15',
    next_renewal_today: true,
  })
  fixture.service.clock.advance(24 * 3_600_000)
  expect((await rest('GET /costs/1')).body.data).toMatchObject({
    next_renewal: '2026-12-15',
    next_renewal_today: false,
  })
})

it('returns 404 for an unknown id and 400 for a text', async () => {
  expect((await rest('GET /costs/7')).body).toMatchObject({ code: 'svc_cost_not_found', success: 0 })
  expect((await rest('GET /costs/hosting')).status).toBe(400)
})

it('returns to a limited key the costs of its sites, with only its own targets', async () => {
  const { limited } = fixture.people.keys
  const seen = async (targets: object) => {
    const { body } = await rest('POST /costs/add', { ...monthly, ...targets })
    const response = await rest(`GET /costs/${body.data.id}`, undefined, limited.headers)
    return response.status === 200 ? response.body.data : response.body.code
  }
  expect(await seen({ sites: [1, 2], groups: [1], clients: [1, 2] })).toMatchObject({
    sites: [1],
    groups: [1],
    clients: [1],
  })
  expect(await seen({ groups: [1] })).toMatchObject({ groups: [1] })
  expect(await seen({ clients: [1] })).toMatchObject({ clients: [1] })
  for (const hidden of [{ sites: [2, 3] }, { clients: [2] }, { clients: [3] }]) {
    expect(await seen(hidden)).toBe('svc_cost_not_found')
  }
})

it('is allowed for viewers', async () => {
  await rest('POST /costs/add', { ...monthly, sites: [1] })
  expect((await rest('GET /costs/1', undefined, fixture.people.viewer.headers)).status).toBe(200)
  expect((await rest('GET /costs/1', undefined, fixture.people.keys.delete.headers)).status).toBe(403)
})
