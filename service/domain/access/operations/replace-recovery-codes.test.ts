import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { send, second, challengeOf, setUp } = secondFactorCalls(fixture)

it('no longer works after new ones were created', async () => {
  const { app, session } = await setUp()
  const made = await send('POST', '/access/me/recovery-codes', { code: app.code() }, session.headers)
  const [fresh] = made.body.data.recovery_codes as [string]
  expect((await second(await challengeOf(), app.recoveryCodes[0]!)).status).toBe(400)
  expect((await second(await challengeOf(), fresh)).status).toBe(200)
})
