import { expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { send, setUp } = secondFactorCalls(fixture)

it('is not possible with an application password, and not twice', async () => {
  const { session } = await setUp()
  expect(await send('POST', '/access/me/totp', {}, session.headers)).toMatchObject({
    status: 409,
    body: { code: 'svc_already_exists' },
  })
  const { manager } = fixture.people
  const { headers } = await signInAs(fixture.service, manager)
  const made = await send(
    'POST',
    '/access/me/application-passwords',
    { name: 'script', current_password: manager.password },
    headers,
  )
  const program = basic(manager.login, made.body.data.password)
  expect((await send('POST', '/access/me/totp', {}, program)).status).toBe(403)
})
