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
