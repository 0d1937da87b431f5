import { describe, expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts'
import { passkeyCalls } from '../testing/passkey-calls.ts'

const fixture = setUpService()
const { send, password, addPasskey, options, signInWith, passkeySignIn } = passkeyCalls(fixture)
const minute = 60_000
const refused = { status: 400, body: { code: 'svc_passkey_refused' } }

describe('a passkey alone', () => {
  it('signs its owner in without a name', async () => {
    const { passkey } = await addPasskey()
    const answer = await passkeySignIn(passkey)
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { login: 'vera' } } } })
  })

  it('must verify the person', async () => {
    const { passkey } = await addPasskey()
    expect(await passkeySignIn(passkey, { verifiesUser: false })).toMatchObject(refused)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another origin with our name in it', { origin: 'https://localhost.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
  ])('is refused for %s', async (_, settings) => {
    const { passkey } = await addPasskey()
    expect(await passkeySignIn(passkey, settings)).toMatchObject(refused)
  })

  it('is refused when the answer is sent again', async () => {
    const { passkey } = await addPasskey()
    const answer = passkey.answer(await options())
    expect((await signInWith(answer)).status).toBe(200)
    expect(await signInWith(answer)).toMatchObject(refused)
  })

  it('is refused when the challenge is older than five minutes, invented, or for another purpose', async () => {
    const { passkey, session } = await addPasskey()
    const late = await options()
    fixture.service.clock.advance(5 * minute)
    expect(await signInWith(passkey.answer(late))).toMatchObject(refused)
    expect(await signInWith(passkey.answer({ challenge: 'x'.repeat(43) }))).toMatchObject(refused)
    const confirmation = await send('POST', '/access/sessions/current/passkey-options', {}, session.headers)
    expect(await signInWith(passkey.answer(confirmation.body.data.options))).toMatchObject(refused)
  })

  it('is refused when the counter does not grow: the passkey was copied', async () => {
    const { passkey } = await addPasskey()
    expect((await passkeySignIn(passkey)).status).toBe(200)
    passkey.counter = 0
    expect(await passkeySignIn(passkey)).toMatchObject(refused)
  })

  it('is refused when it is unknown, signed by another key, or of a disabled user', async () => {
    const { passkey } = await addPasskey()
    const other = createSoftwarePasskey()
    expect(await passkeySignIn(other)).toMatchObject(refused)
    const forged = { ...(other.answer(await options()) as { id: string }), id: passkey.id, rawId: passkey.id }
    expect(await signInWith(forged)).toMatchObject(refused)
    await fixture.service.app.run('update-user', { id: fixture.people.viewer.id, disabled: true })
    expect((await passkeySignIn(passkey)).status).toBe(401)
  })

  it.each([
    ['no JSON', { clientDataJSON: 'eA', authenticatorData: 'eA', signature: 'eA' }],
    ['not Base64', { clientDataJSON: '{}', authenticatorData: '%%', signature: '%%' }],
  ])('answers 400 to %s', async (_, response) => {
    expect(await signInWith({ id: 'x', rawId: 'x', type: 'public-key', response })).toMatchObject(refused)
  })
})

describe('a passkey as the second factor', () => {
  it('completes a sign-in with the password', async () => {
    const { passkey } = await addPasskey()
    const first = await password()
    expect(first.body).toMatchObject({
      code: 'svc_second_factor_required',
      data: { factors: ['recovery-code', 'passkey'] },
    })
    const { challenge } = first.body.data
    const answer = passkey.answer(await options(challenge), { verifiesUser: false })
    expect((await signInWith(answer, challenge)).status).toBe(200)
    const again = passkey.answer({ challenge: 'x'.repeat(43) })
    expect((await signInWith(again, challenge)).body.code).toBe('svc_unauthorized')
  })

  it('of another person is refused', async () => {
    await addPasskey()
    const { passkey } = await addPasskey(fixture.people.manager)
    const { challenge } = (await password()).body.data
    expect(await signInWith(passkey.answer(await options(challenge)), challenge)).toMatchObject(refused)
  })

  it('cannot use a challenge that was made for a sign-in without password', async () => {
    const { passkey } = await addPasskey()
    const { challenge } = (await password()).body.data
    expect(await signInWith(passkey.answer(await options()), challenge)).toMatchObject(refused)
  })
})
