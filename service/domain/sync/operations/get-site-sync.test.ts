import { afterEach, expect, it } from 'vitest'
import type { Fleet } from '../../../../simulator/index.ts'
import { callers } from '../../../testing/callers.ts'
import { connectedFleet } from '../../../testing/connected-fleet.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
let fleet: Fleet
afterEach(() => fleet.close())

it('returns for each part when it was last read, its problem, and that the last good data stays', async () => {
  const { clock } = fixture.service
  ;({ fleet } = await connectedFleet(fixture.service, { sites: 2, clock }))
  expect((await rest('GET /sites/1/sync')).body.data).toEqual({
    site_id: 1,
    site_url: fleet.sites[0]!.url,
    last_sync: null,
    last_attempt: null,
    error: null,
    parts: [],
  })
  await rest('POST /sites/1/sync')
  clock.advance(3_600_000)
  fleet.sites[0]!.setFault('wrong-types', { on: 'stats', times: 1 })
  await rest('POST /sites/1/sync')
  const { body } = await rest('GET /sites/1/sync')
  expect(body.data).toMatchObject({ last_sync: '2026-11-15T10:00:00Z', error: { code: 'svc_sync_incomplete' } })
  const plugins = body.data.parts.find(({ part }: { part: string }) => part === 'plugins')
  expect(plugins).toEqual({
    part: 'plugins',
    read_at: '2026-11-15T10:00:00Z',
    good_at: '2026-11-15T09:00:00Z',
    problem: expect.stringMatching(/not a list/),
  })
})

it('answers viewers, and keys within their limits', async () => {
  ;({ fleet } = await connectedFleet(fixture.service, { sites: 2 }))
  expect((await rest('GET /sites/2/sync', undefined, fixture.people.viewer.headers)).status).toBe(200)
  expect((await rest('GET /sites/2/sync', undefined, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await rest('GET /sites/99/sync')).body.code).toBe('svc_site_not_found')
})
