import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'

const fixture = setUpService()
const { send, addPasskey } = passkeyCalls(fixture)

it('renames a passkey of the caller only', async () => {
  const { added, session } = await addPasskey()
  const { id } = added.body.data.passkey
  const rename = (headers: Record<string, string>) =>
    send('PUT', `/access/me/passkeys/${id}`, { name: 'Work laptop' }, headers)
  expect((await rename(session.headers)).status).toBe(200)
  const { passkeys } = (await send('GET', '/access/me/factors', undefined, session.headers)).body.data
  expect(passkeys).toMatchObject([{ id, name: 'Work laptop' }])
  const other = await addPasskey(fixture.people.manager)
  expect((await rename(other.session.headers)).body.code).toBe('svc_passkey_not_found')
})
