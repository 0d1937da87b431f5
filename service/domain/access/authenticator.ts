import { hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Authenticator, Credentials } from '../../operation/credentials.ts'
import type { Notices } from '../../platform/database/notices.ts'
import type { AccessContext } from './access-context.ts'
import { csrfTokenWrong } from './access-errors.ts'
import { createCredentialCache, type Identity } from './credential-cache.ts'
import { hashingKey, keyedHash } from './hashing-key.ts'
import { identifyBasic } from './identify-basic.ts'
import { identifyKey } from './identify-key.ts'
import { identifySession } from './identify-session.ts'
import { keepCurrent } from './revocation.ts'

export async function createAuthenticator({
  notices,
  ...context
}: AccessContext & { notices: Notices }): Promise<Authenticator> {
  const { db, clock } = context
  const key = await hashingKey(context)
  const hashOfToken = rememberedHashes(key)
  const cache = createCredentialCache({ clock, isTrusted: notices.isListening })
  await keepCurrent(cache, db, notices)
  return {
    identify(credentials, address) {
      const fingerprint = fingerprintOf(key, hashOfToken, credentials)
      const identity = cache.find(fingerprint, address, () => check(context, fingerprint, credentials, address))
      const admit = (identity: Identity) => {
        if (credentials.scheme === 'session' && credentials.changes) requireCsrfToken(identity, credentials.csrfToken)
        return { ...identity.actor, address }
      }
      return identity instanceof Promise ? identity.then(admit) : admit(identity)
    },
  }
}

type HashOfToken = (purpose: 'api key' | 'session', token: string) => string

const mostTokens = 10_000

/**
 * A keyed hash costs ten times a plain one, and the same tokens come again and again: they are known by the latter. For
 * 256 random bits that is as good; a password would be guessed from it.
 */
function rememberedHashes(key: KeyObject): HashOfToken {
  const known = new Map<string, string>()
  return (purpose, token) => {
    const plain = hash('sha256', `${purpose}\0${token}`, 'base64url')
    const found = known.get(plain)
    if (found) return found
    const made = keyedHash(key, purpose, token)
    if (known.size >= mostTokens) known.clear()
    known.set(plain, made)
    return made
  }
}

/** For keys and sessions it is at the same time the hash under which they are stored. */
function fingerprintOf(key: KeyObject, hashOfToken: HashOfToken, credentials: Credentials): string {
  switch (credentials.scheme) {
    case 'bearer':
      return hashOfToken('api key', credentials.token)
    case 'session':
      return hashOfToken('session', credentials.token)
    case 'basic':
      return keyedHash(key, 'credentials', JSON.stringify([credentials.user, credentials.password]))
  }
}

function check(
  context: AccessContext,
  fingerprint: string,
  credentials: Credentials,
  address: string,
): Promise<Identity> {
  switch (credentials.scheme) {
    case 'bearer':
      return identifyKey(context, fingerprint, address)
    case 'session':
      return identifySession(context, fingerprint)
    case 'basic':
      return identifyBasic(context, credentials.user, credentials.password, address)
  }
}

function requireCsrfToken(identity: Identity, given: string | null): void {
  const wanted = Buffer.from(identity.csrfToken ?? '')
  const shown = Buffer.from(given ?? '')
  if (wanted.length === 0 || wanted.length !== shown.length || !timingSafeEqual(wanted, shown)) throw csrfTokenWrong()
}
