import { describe, expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'

const start = '/access/me/passkeys/options'

describe('without PUBLIC_URL', () => {
  const fixture = setUpService()
  const { send, addPasskey } = passkeyCalls(fixture)

  it('is for localhost, excludes the passkeys that exist, and needs a session', async () => {
    const { passkey, session } = await addPasskey()
    const { options } = (await send('POST', start, {}, session.headers)).body.data
    expect(options).toMatchObject({ rp: { id: 'localhost' }, excludeCredentials: [{ id: passkey.id }] })
    expect((await send('POST', start, {}, fixture.people.manager.basic)).status).toBe(403)
  })
})

describe.each([
  ['https://fleet.example/base', 'fleet.example', null],
  ['https://203.0.113.7', null, 'PUBLIC_URL is an IP address'],
  ['https://[2001:db8::1]', null, 'PUBLIC_URL is an IP address'],
  ['http://fleet.example', null, 'PUBLIC_URL starts with http'],
])('with PUBLIC_URL %s', (publicUrl, rpId, problem) => {
  const fixture = setUpService({ publicUrl })
  const { send } = passkeyCalls(fixture)

  it('belongs to its host, or says why not', async () => {
    const { headers } = await signInAs(fixture.service, fixture.people.viewer)
    const answer = await send('POST', start, {}, headers)
    const factors = (await send('GET', '/access/me/factors', undefined, headers)).body.data
    if (problem === null) {
      expect(answer.body.data.options.rp.id).toBe(rpId)
      expect(factors.passkeys_problem).toBeNull()
    } else {
      expect(answer).toMatchObject({ status: 409, body: { code: 'svc_passkeys_unavailable' } })
      expect(answer.body.message).toContain(problem)
      expect(factors.passkeys_problem).toContain(problem)
    }
  })
})
