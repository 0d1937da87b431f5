import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { keyLoginCalls } from '../testing/key-login-calls.ts'

const fixture = setUpService()
const { start, look, sessionOf } = keyLoginCalls(fixture)

it('shows a person what asks, however the code is typed, and limits guesses', async () => {
  const { user_code } = (await start({ scopes: ['read'] })).body.data
  const headers = await sessionOf(fixture.people.viewer)
  const shown = await look(` ${user_code.toUpperCase().replace('-', ' ')} `, headers)
  expect(shown.body.data).toMatchObject({ name: 'laptop', address: '203.0.113.9', scopes: ['read'] })
  expect((await look(user_code, fixture.people.administrator.headers)).status).toBe(403)
  const codes: string[] = []
  for (let count = 0; count < 20; count++) codes.push((await look('zzzz-zzzz', headers)).body.code)
  expect([codes[0], codes.at(-1)]).toEqual(['svc_login_ended', 'svc_rate_limited'])
})
