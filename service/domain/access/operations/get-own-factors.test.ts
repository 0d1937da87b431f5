import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { send, setUp } = secondFactorCalls(fixture)
const read = async (headers: Record<string, string>) =>
  (await send('GET', '/access/me/factors', undefined, headers)).body.data

it('returns the second factors of the caller, and whether the settings require one', async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.viewer)
  expect(await read(headers)).toEqual({
    totp: null,
    passkeys: [],
    passkeys_problem: null,
    recovery_codes: 0,
    required: false,
    due_at: null,
  })
  const { session } = await setUp()
  await fixture.service.app.run('update-sign-in-settings', { second_factor_for: 'everyone' })
  expect(await read(session.headers)).toEqual({
    totp: { confirmed_at: expect.any(String) },
    passkeys: [],
    passkeys_problem: null,
    recovery_codes: 10,
    required: true,
    due_at: null,
  })
})
