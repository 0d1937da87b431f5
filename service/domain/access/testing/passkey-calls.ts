import { type People, type Person, type SignedIn, signInAs } from '../../../testing/people.ts'
import { createSoftwarePasskey, type PasskeySettings, type SoftwarePasskey } from '../../../testing/software-passkey.ts'
import type { Answer, TestService } from '../../../testing/test-service.ts'
import { type SecondFactorCalls, secondFactorCalls } from './second-factor-calls.ts'

export interface PasskeyCalls extends SecondFactorCalls {
  /** Registers a passkey of this person, by default of the viewer, in a new session. */
  addPasskey(person?: Person): Promise<{ passkey: SoftwarePasskey; session: SignedIn; added: Answer }>
  /** Options for a sign-in, with the challenge of a first step or without. */
  options(challenge?: string): Promise<{ challenge: string } & Record<string, unknown>>
  signInWith(answer: object, challenge?: string): Promise<Answer>
  /** A complete sign-in with a passkey alone. */
  passkeySignIn(passkey: SoftwarePasskey, settings?: PasskeySettings): Promise<Answer>
}

export function passkeyCalls(fixture: { service: TestService; people: People }): PasskeyCalls {
  const calls = secondFactorCalls(fixture)
  const { send } = calls
  const options: PasskeyCalls['options'] = async (challenge) =>
    (await send('POST', '/access/sessions/passkey/options', challenge ? { challenge } : {})).body.data.options
  const signInWith: PasskeyCalls['signInWith'] = (answer, challenge) =>
    send('POST', '/access/sessions/passkey', { answer, ...(challenge && { challenge }) })
  return {
    ...calls,
    options,
    signInWith,
    async addPasskey(person = fixture.people.viewer) {
      const session = await signInAs(fixture.service, person)
      const started = await send('POST', '/access/me/passkeys/options', {}, session.headers)
      const { publicUrl } = fixture.service.app.context
      const address = publicUrl === null ? null : new URL(publicUrl)
      const passkey = createSoftwarePasskey(address ? { origin: address.origin, rpId: address.hostname } : {})
      const answer = passkey.create(started.body.data.options)
      const added = await send('POST', '/access/me/passkeys', { name: 'Laptop', answer }, session.headers)
      if (added.status !== 200) throw new Error(`Adding the passkey failed: ${added.text}`)
      return { passkey, session, added }
    },
    passkeySignIn: async (passkey, settings) => signInWith(passkey.answer(await options(), settings)),
  }
}
