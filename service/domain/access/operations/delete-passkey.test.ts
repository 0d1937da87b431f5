import { expect, it } from 'vitest'
import { cookiesOf, setUpService } from '../../../testing/people.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'

const fixture = setUpService()
const { send, password, addPasskey, passkeySignIn } = passkeyCalls(fixture)

it('needs a second factor of the last 10 minutes, and then signing in needs none', async () => {
  const { passkey, added, session } = await addPasskey()
  const { id } = added.body.data.passkey
  const remove = (headers: Record<string, string>) => send('DELETE', `/access/me/passkeys/${id}`, undefined, headers)
  const refused = await remove(session.headers)
  expect(refused.body).toMatchObject({ code: 'svc_identity_confirmation_required', data: { needs: 'factor' } })
  const signedIn = await passkeySignIn(passkey)
  const cookie = `flotilla_session=${cookiesOf(signedIn).flotilla_session}`
  const headers = { cookie, 'x-csrf-token': signedIn.body.data.csrf_token }
  fixture.service.clock.advance(11 * 60_000)
  expect((await remove(headers)).status).toBe(403)
  const { options } = (await send('POST', '/access/sessions/current/passkey-options', {}, headers)).body.data
  await send('POST', '/access/sessions/current/confirm', { passkey: passkey.answer(options) }, headers)
  expect((await remove(headers)).status).toBe(200)
  expect((await password()).status).toBe(200)
  expect(await fixture.service.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
})
