import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { AccessContext } from '../access-context.ts'
import { passkeyRefused } from '../access-errors.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { newSessionToken } from '../passwords/random-text.ts'
import { findUser, type UserRow } from '../users/user-store.ts'
import { passkeyAddress, passkeyProblem } from './passkey-address.ts'
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

/** Loaded when used: its 300 files would delay every start. */
const webauthn = () => import('@simplewebauthn/server')

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
  const { generateRegistrationOptions } = await webauthn()
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
  const { generateAuthenticationOptions } = await webauthn()
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
  const { verifyRegistrationResponse } = await webauthn()
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
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      ...expected,
      response: { ...answer, response, clientExtensionResults: {} },
      credential: toCredential(passkey),
      // As the only factor it must check the person, too: a fingerprint or a PIN.
      requireUserVerification: purpose === 'sign-in',
    }),
  )
  const isUsed =
    verified && (await recordPasskeyUse(context.db, passkey, authenticationInfo.newCounter, context.clock.now()))
  if (!isUsed) throw passkeyRefused()
  return { user, passkey }
}

/** Options to sign a digest with a passkey of the caller. Null: not a person in the dashboard, or without a passkey here. */
export async function signingOptions(
  context: Pick<Context, 'db' | 'actor' | 'publicUrl'>,
  digest: string,
): Promise<Record<string, unknown> | null> {
  const { kind, userId, sessionId } = context.actor
  if (kind !== 'user' || userId === null || sessionId === null || passkeyProblem(context) !== null) return null
  const known = await listPasskeys(context.db, userId)
  if (known.length === 0) return null
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: passkeyAddress(context).rpId,
    challenge: new Uint8Array(Buffer.from(digest, 'base64url')),
    allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: 'required',
  })
  return { ...options }
}

/** Throws unless a passkey of this user signed this digest, after it checked the person. The digest is used once: the caller sees to it. */
export async function verifySignature(
  context: Pick<Context, 'db' | 'clock' | 'publicUrl'>,
  userId: number,
  digest: string,
  { response: { userHandle: _, ...response }, ...answer }: z.output<typeof passkeyAnswer>,
): Promise<void> {
  const { rpId, isOrigin } = passkeyAddress(context)
  const { challenge, origin } = readClientData(response.clientDataJSON)
  const passkey = await findPasskeyByCredential(context.db, answer.id)
  if (challenge !== digest || !isOrigin(origin) || passkey?.user_id !== userId) throw passkeyRefused()
  const signed = { response: { ...answer, response, clientExtensionResults: {} }, credential: toCredential(passkey) }
  const expected = { expectedChallenge: digest, expectedOrigin: origin, expectedRPID: rpId }
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({ ...signed, ...expected, requireUserVerification: true }),
  )
  if (!verified || !(await recordPasskeyUse(context.db, passkey, authenticationInfo.newCounter, context.clock.now())))
    throw passkeyRefused()
}

const toCredential = ({ credential_id, public_key, counter }: PasskeyRow) => ({
  id: credential_id,
  publicKey: new Uint8Array(public_key),
  counter,
})

export const KeptSignature = z.object({
  credential_id: z.string(),
  authenticator_data: z.string(),
  client_data: z.string(),
  signature: z.string(),
  public_key: z.string().nullable(),
})

/** Everything that is needed to verify the signature later, without the passkey. */
export async function describeSignature(
  db: Db,
  { id, response }: z.output<typeof passkeyAnswer>,
): Promise<z.output<typeof KeptSignature>> {
  const passkey = await findPasskeyByCredential(db, id)
  return {
    credential_id: id,
    authenticator_data: response.authenticatorData,
    client_data: response.clientDataJSON,
    signature: response.signature,
    public_key: passkey?.public_key.toString('base64url') ?? null,
  }
}

/** Whether this is a signature of the digest with the public key that it names. Needs no database and no network. */
export async function isSignatureOf(digest: string, kept: z.output<typeof KeptSignature>): Promise<boolean> {
  try {
    const { origin } = readClientData(kept.client_data)
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: kept.credential_id,
        rawId: kept.credential_id,
        type: 'public-key',
        response: {
          clientDataJSON: kept.client_data,
          authenticatorData: kept.authenticator_data,
          signature: kept.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: digest,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: {
        id: kept.credential_id,
        publicKey: new Uint8Array(Buffer.from(kept.public_key ?? '', 'base64url')),
        counter: 0,
      },
      requireUserVerification: true,
    })
    return verified
  } catch {
    return false
  }
}
