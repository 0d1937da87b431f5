import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('list-export-scripts shows the fingerprint of each script, newest first, and no key', async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.administrator)
  const one = (await rest('POST /move-in/scripts', {}, headers)).body.data
  fixture.service.clock.advance(60_000)
  const two = (await rest('POST /move-in/scripts', {}, headers)).body.data
  const { body } = await rest('GET /move-in/scripts')
  expect(body.data).toEqual(
    [two, one].map(({ script_id, fingerprint, expires_at }) => ({
      ...{ script_id, fingerprint, expires_at, created_by: 'ada' },
      created_at: expect.any(String),
    })),
  )
  expect((await rest('GET /move-in/scripts', undefined, fixture.people.manager.headers)).status).toBe(403)
})
