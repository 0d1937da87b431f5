import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import type { AccessContext } from '../access-context.ts'
import { passkeyRefused } from '../access-errors.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { newSessionToken } from '../passwords/random-text.ts'
import { findUser, type UserRow } from '../users/user-store.ts'
import { passkeyAddress } from './passkey-address.ts'
import {
  findPasskeyByCredential,
  insertPasskeyChallenge,
  listPasskeys,
  type PasskeyPurpose,
  type PasskeyRow,
  recordPasskeyUse,
  takePasskeyChallenge,
} from './passkey-store.ts'

type PasskeyContext = Pick<AccessContext, 'db' | 'clock' | 'access'> & Pick<Context, 'publicUrl'>

const lifetimeMs = 5 * 60_000
const encoded = (max: number) => z.string().min(1).max(max)

/** What the browser returns for a passkey. Other fields are dropped. */
export const passkeyAnswer = z.object({
  id: encoded(1_500),
  rawId: encoded(1_500),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(4_000),
    authenticatorData: encoded(4_000),
    signature: encoded(4_000),
    userHandle: z.string().max(200).optional(),
  }),
})

export const passkeyRegistration = z.object({
  id: encoded(1_500),
  rawId: encoded(1_500),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(4_000),
    attestationObject: encoded(20_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

/** The options are passed to the browser as they are. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

async function createPasskeyChallenge(
  { db, clock, access }: PasskeyContext,
  purpose: PasskeyPurpose,
  userId: number | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newSessionToken()
  await insertPasskeyChallenge(db, {
    challenge_hash: keyedHash(access.hashingKey, 'passkey challenge', challenge),
    purpose,
    user_id: userId,
    expires_at: new Date(clock.now().getTime() + lifetimeMs),
  })
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

export async function registrationOptions(context: PasskeyContext, user: UserRow) {
  const { rpId } = passkeyAddress(context)
  const known = await listPasskeys(context.db, user.id)
  const options = await generateRegistrationOptions({
    rpName: 'Flotilla',
    rpID: rpId,
    userName: user.login,
    userDisplayName: user.name || user.login,
    userID: new Uint8Array(Buffer.from(`user ${user.id}`)),
    challenge: await createPasskeyChallenge(context, 'register', user.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { options: { ...options } }
}

/** `user`: whose passkeys may answer; null: any, and the passkey says who signs in. */
export async function authenticationOptions(context: PasskeyContext, purpose: PasskeyPurpose, user: UserRow | null) {
  const { rpId } = passkeyAddress(context)
  const allowed = user ? await listPasskeys(context.db, user.id) : []
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: await createPasskeyChallenge(context, purpose, user?.id ?? null),
    allowCredentials: allowed.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: user ? 'preferred' : 'required',
  })
  return { options: { ...options } }
}

/** The challenge that was signed is taken from the answer, ended, and compared with its purpose and user. */
async function takeSignedChallenge(
  { db, clock, access, publicUrl }: PasskeyContext,
  clientData: string,
  purpose: PasskeyPurpose,
  userId: number | null,
) {
  const { rpId, isOrigin } = passkeyAddress({ publicUrl })
  const { challenge, origin } = readClientData(clientData)
  const hash = keyedHash(access.hashingKey, 'passkey challenge', challenge)
  const taken = await takePasskeyChallenge(db, hash, purpose, clock.now())
  if (!taken || taken.user_id !== userId || !isOrigin(origin)) throw passkeyRefused()
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId }
}

const ClientData = z.object({ challenge: z.string().max(200), origin: z.string().max(1_000) })

function readClientData(text: string): z.output<typeof ClientData> {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw passkeyRefused()
  }
}

/** The library throws for every kind of wrong answer; all of them are the caller's. */
const orRefuse = async <T>(verifying: Promise<T>): Promise<T> =>
  verifying.catch(() => {
    throw passkeyRefused()
  })

export async function verifyRegistration(
  context: PasskeyContext,
  user: UserRow,
  answer: z.output<typeof passkeyRegistration>,
) {
  const expected = await takeSignedChallenge(context, answer.response.clientDataJSON, 'register', user.id)
  const { transports, ...response } = answer.response
  const { verified, registrationInfo } = await orRefuse(
    verifyRegistrationResponse({
      ...expected,
      response: { ...answer, response, clientExtensionResults: {} },
      requireUserVerification: false,
    }),
  )
  if (!verified) throw passkeyRefused()
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports: transports ?? [] }
}

export interface PasskeyUse {
  user: UserRow
  passkey: PasskeyRow
}

/** Throws unless a passkey of this user (null: of any user) signed a challenge for this purpose, once. */
export async function verifyPasskey(
  context: PasskeyContext,
  purpose: PasskeyPurpose,
  expectedUser: UserRow | null,
  answer: z.output<typeof passkeyAnswer>,
): Promise<PasskeyUse> {
  const { userHandle, ...response } = answer.response
  const expected = await takeSignedChallenge(context, response.clientDataJSON, purpose, expectedUser?.id ?? null)
  const passkey = await findPasskeyByCredential(context.db, answer.id)
  const user = passkey && (await findUser(context.db, passkey.user_id))
  if (!user || (expectedUser && expectedUser.id !== user.id)) throw passkeyRefused()
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      ...expected,
      response: { ...answer, response, clientExtensionResults: {} },
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      // As the only factor it must check the person, too: a fingerprint or a PIN.
      requireUserVerification: purpose === 'sign-in',
    }),
  )
  const isUsed =
    verified && (await recordPasskeyUse(context.db, passkey, authenticationInfo.newCounter, context.clock.now()))
  if (!isUsed) throw passkeyRefused()
  return { user, passkey }
}
