import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'

const fixture = setUpService()
const { send, addPasskey } = passkeyCalls(fixture)

it('lets a passkey confirm the identity, once', async () => {
  const { passkey, session } = await addPasskey(fixture.people.administrator)
  fixture.service.clock.advance(11 * 60_000)
  const addKey = () => send('POST', '/rest-api/add-key', { description: 'robot' }, session.headers)
  expect((await addKey()).status).toBe(403)
  const { options } = (await send('POST', '/access/sessions/current/passkey-options', {}, session.headers)).body.data
  const proof = { passkey: passkey.answer(options) }
  const confirm = () => send('POST', '/access/sessions/current/confirm', proof, session.headers)
  expect((await confirm()).status).toBe(200)
  expect((await addKey()).status).toBe(200)
  expect((await confirm()).body.code).toBe('svc_passkey_refused')
})
