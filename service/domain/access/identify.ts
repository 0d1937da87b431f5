import { type Actor, scopes } from '../../operation/actor.ts'
import { intersectLimits, limitsOf } from '../../operation/limits.ts'
import type { AccessContext } from './access-context.ts'
import { apiKeyRefused, loginPasswordRefused, sessionEnded, wrongCredentials } from './access-errors.ts'
import type { CallerIdentity } from './credential-cache.ts'
import { factorDueAt, requiresFactor } from './factors/factor-policy.ts'
import { countFactors, hasSecondFactor } from './factors/factor-store.ts'
import { findKeyOfPair } from './keys/compatible-pair-store.ts'
import { keyedHash } from './keys/hashing-key.ts'
import { findUsableKey, findUsableKeyById, touchKey, type UsableKey } from './keys/key-store.ts'
import { requireProviderAccess } from './oidc/provider-access.ts'
import { findUsableApplicationPassword, touchApplicationPassword } from './passwords/application-password-store.ts'
import { checkPassword } from './passwords/check-password.ts'
import { countKeyFailure } from './passwords/failure-limit.ts'
import { readApplicationPassword } from './passwords/random-text.ts'
import { csrfTokenOf, openSince } from './sessions/session.ts'
import { findUsableSession, touchSession, type UsableSession } from './sessions/session-store.ts'
import { secondFactors } from './sign-in/sign-in-way.ts'
import { roleOfRights } from './users/role.ts'
import { deleteFactorRequired, findActiveUser, recordFactorRequired, type UserRights } from './users/user-store.ts'

interface SignedInUser {
  userId: number
  login: string
  rights: UserRights
  sessionId?: string
  /** The user has a one-time password. */
  mustChangePassword?: boolean
  mustSetUpFactor?: boolean
  provenAt?: Date
  hasProvenFactor?: boolean
}

function userActor(user: SignedInUser): Actor {
  const {
    userId,
    login,
    rights,
    sessionId,
    mustChangePassword = false,
    mustSetUpFactor = false,
    provenAt,
    hasProvenFactor = false,
  } = user
  return {
    kind: 'user',
    name: login,
    userId,
    keyId: null,
    sessionId: sessionId ?? null,
    ...roleOfRights(rights),
    mustChangePassword,
    mustSetUpFactor,
    ...(provenAt && { provenAt, hasProvenFactor }),
    scopes,
    limits: limitsOf(rights),
    address: null,
  }
}

/** A key never has more than its owner has now: role, permissions and limits are read with the key. */
function keyActor(key: UsableKey): Actor {
  return {
    kind: 'key',
    name: `${key.login} (key ${key.id}${key.description === '' ? '' : `, ${key.description}`})`,
    userId: key.user_id,
    keyId: key.id,
    sessionId: null,
    ...roleOfRights(key.rights),
    scopes: key.scopes,
    tiers: { change: key.change_tier, destroy: key.destroy_tier },
    limits: intersectLimits(limitsOf(key), limitsOf(key.rights)),
    address: null,
  }
}

export async function findKeyIdentity(context: AccessContext, hash: string): Promise<CallerIdentity | undefined> {
  const key = await findUsableKey(context.db, hash, context.clock.now())
  return key && identityOfKey(context, key)
}

/** Valid keys are found before failures are counted, so that failures of others never delay them. */
export async function identifyKey(context: AccessContext, hash: string, address: string): Promise<CallerIdentity> {
  const identity = await findKeyIdentity(context, hash)
  if (identity) return identity
  await countKeyFailure(context, address)
  throw apiKeyRefused()
}

/** The pair of a compatible key. */
export async function identifyPair(context: AccessContext, hash: string, address: string): Promise<CallerIdentity> {
  const id = await findKeyOfPair(context.db, hash)
  const key = id === undefined ? undefined : await findUsableKeyById(context.db, id, context.clock.now())
  if (key) return identityOfKey(context, key)
  await countKeyFailure(context, address)
  throw apiKeyRefused()
}

export function identityOfKey({ db, clock }: Pick<AccessContext, 'db' | 'clock'>, key: UsableKey): CallerIdentity {
  // Not awaited: the request does not depend on it, and the key is valid even if it fails.
  touchKey(db, key.id, clock.now()).catch(() => {})
  return { actor: keyActor(key), userId: key.user_id, expiresAt: key.expires_at, csrfToken: null }
}

export async function identifySession(context: AccessContext, hash: string): Promise<CallerIdentity> {
  const { db, clock, settings } = context
  const now = clock.now()
  const session = await findUsableSession(db, hash, openSince(settings, now))
  if (!session) throw sessionEnded()
  touchSession(db, session.id, now).catch(() => {})
  return {
    actor: userActor({
      userId: session.user_id,
      login: session.login,
      rights: session.rights,
      sessionId: session.id,
      mustChangePassword: session.must_change_password,
      mustSetUpFactor: await mustSetUpFactor(context, session),
      provenAt: session.proven_at,
      hasProvenFactor: session.proven_with !== null && secondFactors.includes(session.proven_with),
    }),
    userId: session.user_id,
    expiresAt: session.expires_at,
    csrfToken: csrfTokenOf(context.access.hashingKey, session.id),
  }
}

/** The grace period starts with the first call of a session after the settings require a second factor. */
async function mustSetUpFactor({ db, clock, settings }: AccessContext, session: UsableSession): Promise<boolean> {
  const { user_id, rights, has_factor, factor_required_since: since } = session
  if (!requiresFactor(settings, roleOfRights(rights).role)) {
    if (since !== null) await deleteFactorRequired(db, user_id)
    return false
  }
  if (has_factor) return false
  const now = clock.now()
  return factorDueAt(settings, since ?? (await recordFactorRequired(db, user_id, now))) <= now
}

const minKeyLength = 32

/**
 * A user name with an API key, an application password or the login password, in this order. The first two cannot be
 * guessed and are found by their hash, so many wrong login passwords never lock them out.
 */
export async function identifyBasic(
  context: AccessContext,
  login: string,
  password: string,
  address: string,
): Promise<CallerIdentity> {
  return (
    (await asKey(context, login, password)) ??
    (await asApplicationPassword(context, login, password)) ??
    (await asLoginPassword(context, login, password, address))
  )
}

async function asKey(context: AccessContext, login: string, text: string): Promise<CallerIdentity | undefined> {
  if (text.length < minKeyLength) return undefined
  const hash = keyedHash(context.access.hashingKey, 'api key', text)
  const key = await findUsableKey(context.db, hash, context.clock.now())
  return key && isSameLogin(key.login, login) ? identityOfKey(context, key) : undefined
}

async function asApplicationPassword(
  context: AccessContext,
  login: string,
  text: string,
): Promise<CallerIdentity | undefined> {
  const bare = readApplicationPassword(text)
  if (bare === null) return undefined
  const hash = keyedHash(context.access.hashingKey, 'application password', bare)
  const found = await findUsableApplicationPassword(context.db, hash, context.clock.now())
  if (!found || !isSameLogin(found.login, login)) return undefined
  touchApplicationPassword(context.db, found.id, context.clock.now()).catch(() => {})
  const actor = userActor({ userId: found.user_id, login: found.login, rights: found.rights })
  return { actor, userId: found.user_id, expiresAt: found.access_until, csrfToken: null }
}

async function asLoginPassword(
  context: AccessContext,
  login: string,
  password: string,
  address: string,
): Promise<CallerIdentity> {
  const { id } = await checkPassword(context, login, password, { address })
  const user = await findActiveUser(context.db, id)
  if (!user) throw wrongCredentials()
  await requireProviderAccess(context, id)
  if (
    requiresFactor(context.settings, roleOfRights(user.rights).role) ||
    hasSecondFactor(await countFactors(context.db, id))
  )
    throw loginPasswordRefused()
  const actor = userActor({
    userId: user.id,
    login: user.login,
    rights: user.rights,
    mustChangePassword: user.must_change_password,
  })
  return { actor, userId: user.id, expiresAt: null, csrfToken: null }
}

const isSameLogin = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * The actor of a stored job, webhook or channel with its current rights. null: the user or key was deleted, disabled or has expired,
 * or the user has a one-time password or has lost the access at the identity provider. The system actor does not change.
 */
export async function currentActor(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  stored: Actor,
): Promise<Actor | null> {
  const { kind, userId, keyId, sessionId, address } = stored
  if (kind === 'system') return stored
  if (kind === 'key') {
    const key = keyId === null ? undefined : await findUsableKeyById(db, keyId, clock.now())
    return key ? { ...keyActor(key), address } : null
  }
  const user = userId === null ? undefined : await findActiveUser(db, userId)
  if (!user || user.must_change_password) return null
  if (user.access_until !== null && user.access_until <= clock.now()) return null
  return { ...userActor({ ...user, userId: user.id }), sessionId, address }
}
