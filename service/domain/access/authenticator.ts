import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Authenticator, Credentials } from '../../operation/credentials.ts'
import type { AccessContext } from './access-context.ts'
import { csrfTokenWrong, queryCredentialsOff } from './access-errors.ts'
import type { KeyUseCounter } from './audit/key-use.ts'
import type { CallerIdentity } from './credential-cache.ts'
import { findKeyIdentity, identifyBasic, identifyKey, identifyPair, identifySession } from './identify.ts'
import { hashOfPair } from './keys/compatible-pair.ts'
import { keyedHash } from './keys/hashing-key.ts'
import type { AccessTokens } from './oauth/access-tokens.ts'

export interface AuthenticatorOptions {
  /** Stores the use of keys and refused credentials in the audit trail. */
  recorder?: CredentialRecorder
  /** Whether credentials in the query of an address are accepted; a setting. */
  acceptsQuery?(): boolean
  /** Without it, no access tokens are accepted. */
  accessTokens?: AccessTokens
}

export function createAuthenticator(
  context: AccessContext,
  { recorder, acceptsQuery = () => false, accessTokens }: AuthenticatorOptions = {},
): Authenticator {
  const { hashingKey: key, credentials: cache } = context.access
  const hashOfToken = createTokenHashCache(key)
  return {
    onChange: cache.onRemoved,
    puzzles: context.access.puzzles,
    identify(credentials, address) {
      // Before the cache: the setting applies at once.
      if (credentials.scheme === 'pair' && credentials.inQuery && !acceptsQuery()) throw queryCredentialsOff()
      const fingerprint = fingerprintOf(key, hashOfToken, credentials)
      const identity = cache.find(fingerprint, address, () =>
        check(context, fingerprint, credentials, address, accessTokens),
      )
      const admit = (identity: CallerIdentity) => {
        if (credentials.scheme === 'session' && credentials.changes) requireCsrfToken(identity, credentials.csrfToken)
        recorder?.keyUse.count(identity.actor, address)
        return { ...identity.actor, address }
      }
      if (!(identity instanceof Promise)) return admit(identity)
      return identity.then(admit, async (error) => {
        await recorder?.refused(credentials, address, error)
        throw error
      })
    },
  }
}

export interface CredentialRecorder {
  keyUse: KeyUseCounter
  refused(credentials: Credentials, address: string, error: unknown): Promise<void>
}

type HashOfToken = (purpose: 'api key' | 'session' | 'access token', token: string) => string

/** Making a keyed hash costs more than finding one. Each request has its token in memory anyway. */
function createTokenHashCache(key: KeyObject): HashOfToken {
  const known = new LRUCache<string, string>({
    max: 10_000,
    maxSize: 4_000_000,
    sizeCalculation: (_, token) => token.length,
  })
  return (purpose, token) => {
    const found = known.get(`${purpose} ${token}`)
    if (found) return found
    const keyed = keyedHash(key, purpose, token)
    known.set(`${purpose} ${token}`, keyed)
    return keyed
  }
}

/** For keys and sessions this is also the hash that is stored. */
function fingerprintOf(key: KeyObject, hashOfToken: HashOfToken, credentials: Credentials): string {
  switch (credentials.scheme) {
    case 'bearer':
      return hashOfToken('api key', credentials.token)
    case 'access-token':
      // Separate for each resource: a token for one is not accepted elsewhere because of an entry in the cache.
      return hashOfToken('access token', `${credentials.resource}\0${credentials.token}`)
    case 'session':
      return hashOfToken('session', credentials.token)
    case 'pair':
      return hashOfPair(key, {
        consumer_key: credentials.consumerKey,
        consumer_secret: credentials.consumerSecret,
      })
    case 'basic':
      return keyedHash(key, 'credentials', JSON.stringify([credentials.user, credentials.password]))
  }
}

function check(
  context: AccessContext,
  fingerprint: string,
  credentials: Credentials,
  address: string,
  accessTokens: AccessTokens | undefined,
): Promise<CallerIdentity> {
  switch (credentials.scheme) {
    case 'bearer':
      return identifyKey(context, fingerprint, address)
    case 'access-token':
      return identifyToken(context, credentials, address, accessTokens)
    case 'session':
      return identifySession(context, fingerprint)
    case 'pair':
      return identifyPair(context, fingerprint, address)
    case 'basic':
      return identifyBasic(context, credentials.user, credentials.password, address)
  }
}

/** An API key can have the form of a JWT: API_KEY is any text. */
async function identifyToken(
  context: AccessContext,
  { token, resource }: Extract<Credentials, { scheme: 'access-token' }>,
  address: string,
  accessTokens: AccessTokens | undefined,
): Promise<CallerIdentity> {
  const keyHash = keyedHash(context.access.hashingKey, 'api key', token)
  const ofKey = await findKeyIdentity(context, keyHash)
  if (ofKey) return ofKey
  return accessTokens ? accessTokens.identify(token, resource, address) : identifyKey(context, keyHash, address)
}

function requireCsrfToken(identity: CallerIdentity, given: string | null): void {
  const expected = Buffer.from(identity.csrfToken ?? '')
  const actual = Buffer.from(given ?? '')
  if (expected.length === 0 || expected.length !== actual.length || !timingSafeEqual(expected, actual))
    throw csrfTokenWrong()
}
