import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.ts'

const fixture = setUpService()
const { send, password, setUp } = secondFactorCalls(fixture)

it('needs a code, and then signing in does not', async () => {
  const { app, session } = await setUp()
  const remove = (code: string) => send('DELETE', '/access/me/totp', { code }, session.headers)
  expect((await remove(app.wrongCode())).status).toBe(400)
  expect((await password()).status).toBe(401)
  expect((await remove(app.code())).status).toBe(200)
  expect((await password()).status).toBe(200)
  expect(await fixture.service.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
})
