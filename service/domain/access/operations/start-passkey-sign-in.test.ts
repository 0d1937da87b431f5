import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'

const fixture = setUpService()
const { send, password, addPasskey, options } = passkeyCalls(fixture)

it('names no passkeys without a first factor, and those of the person with one', async () => {
  const { passkey } = await addPasskey()
  expect(await options()).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  const { challenge } = (await password()).body.data
  expect(await options(challenge)).toMatchObject({ allowCredentials: [{ id: passkey.id }] })
})

it('refuses an unknown challenge', async () => {
  expect((await send('POST', '/access/sessions/passkey/options', { challenge: 'x' })).status).toBe(401)
})

it('answers 429 after 60 calls of a network in a minute', async () => {
  for (let count = 0; count < 60; count++) await options()
  const answer = await send('POST', '/access/sessions/passkey/options', {})
  expect(answer).toMatchObject({ status: 429, body: { code: 'svc_rate_limited' } })
  fixture.service.clock.advance(60_000)
  expect((await send('POST', '/access/sessions/passkey/options', {})).status).toBe(200)
})
