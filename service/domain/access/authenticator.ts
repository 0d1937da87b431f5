import { type KeyObject, timingSafeEqual } from 'node:crypto'
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
  const cache = createCredentialCache({ clock, isTrusted: notices.isListening })
  await keepCurrent(cache, db, notices)
  return {
    async identify(credentials, address) {
      const fingerprint = fingerprintOf(key, credentials)
      const identity = await cache.find(fingerprint, address, () => check(context, fingerprint, credentials, address))
      if (credentials.scheme === 'session' && credentials.changes) requireCsrfToken(identity, credentials.csrfToken)
      return { ...identity.actor, address }
    },
  }
}

/** For keys and sessions it is at the same time the hash under which they are stored. */
function fingerprintOf(key: KeyObject, credentials: Credentials): string {
  switch (credentials.scheme) {
    case 'bearer':
      return keyedHash(key, 'api key', credentials.token)
    case 'session':
      return keyedHash(key, 'session', credentials.token)
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
