import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'

const fixture = setUpService()
const { send, addPasskey } = passkeyCalls(fixture)

it('adds a passkey; the first factor ends the other sessions and returns recovery codes', async () => {
  const other = await signInAs(fixture.service, fixture.people.viewer)
  const { added, session } = await addPasskey()
  expect(added.body.data).toMatchObject({ passkey: { name: 'Laptop', last_used_at: null } })
  expect(added.body.data.recovery_codes).toHaveLength(10)
  expect((await send('GET', '/access/me', undefined, other.headers)).status).toBe(401)
  const { options } = (await send('POST', '/access/me/passkeys/options', {}, session.headers)).body.data
  const answer = createSoftwarePasskey().create(options)
  const second = await send('POST', '/access/me/passkeys', { name: 'Key', answer }, session.headers)
  expect(second.body.data.recovery_codes).toEqual([])
})

it('refuses an answer that was used, of another person or for another origin', async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.viewer)
  const stranger = await signInAs(fixture.service, fixture.people.manager)
  const options = async () => (await send('POST', '/access/me/passkeys/options', {}, headers)).body.data.options
  const add = (answer: object, as = headers) => send('POST', '/access/me/passkeys', { name: 'x', answer }, as)
  const passkey = createSoftwarePasskey()
  const refused = { status: 400, body: { code: 'svc_passkey_refused' } }
  expect(await add(passkey.create(await options()), stranger.headers)).toMatchObject(refused)
  expect(await add(passkey.create(await options(), { origin: 'https://evil.example' }))).toMatchObject(refused)
  expect(await add(passkey.create(await options(), { rpId: 'evil.example' }))).toMatchObject(refused)
  const answer = passkey.create(await options())
  expect((await add(answer)).status).toBe(200)
  expect(await add(answer)).toMatchObject(refused)
  expect(await add(passkey.create(await options()))).toMatchObject(refused)
})
