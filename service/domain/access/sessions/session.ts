import type { KeyObject } from 'node:crypto'
import type { Actor } from '../../../operation/actor.ts'
import { factorConfirmationRequired, permissionDenied } from '../../../operation/errors.ts'
import type { Settings } from '../../../operation/settings.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { AccessContext } from '../access-context.ts'
import { wrongCredentials } from '../access-errors.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import { newSessionToken } from '../passwords/random-text.ts'
import type { FactorType } from '../sign-in/sign-in-way.ts'
import { recordSignIn, type UserRow } from '../users/user-store.ts'
import { recordDevice } from './known-device.ts'
import { insertSession, type OpenSince } from './session-store.ts'

const hour = 3_600_000
export const maxIdleHours = 720

/** The present settings apply to all sessions, also to those that were opened with higher limits. */
export function openSince(settings: Settings, now: Date): OpenSince {
  const { session_idle_hours, session_max_days } = settings.get('sign-in')
  return {
    now,
    seenAfter: new Date(now.getTime() - session_idle_hours * hour),
    createdAfter: new Date(now.getTime() - session_max_days * 24 * hour),
  }
}

/** When a session ends in any case. */
export const sessionEnd = (settings: Settings, createdAt: Date): Date =>
  new Date(createdAt.getTime() + settings.get('sign-in').session_max_days * 24 * hour)

/** Before the longest limit that can be set: these sessions have ended with every setting. */
export const idleForTooLong = (now: Date): Date => new Date(now.getTime() - maxIdleHours * hour)

/** For changes of the factors of an account: a program with an application password must not make them. */
export function requireSessionId({ sessionId }: Actor): string {
  if (sessionId === null) throw permissionDenied('Sign in to the dashboard for this: it needs a session.')
  return sessionId
}

/** The password is not enough: a stolen one must not remove a second factor. */
export function requireFactorProof({ hasProvenFactor }: Actor): void {
  if (!hasProvenFactor) throw factorConfirmationRequired()
}

/** Derived from the id of the session and the hashing key, so that it is not stored and cannot be guessed. */
export const csrfTokenOf = (key: KeyObject, sessionId: string): string => keyedHash(key, 'csrf token', sessionId)

export interface SignInSource {
  address: string | null
  /** The device cookie of an earlier sign-in. */
  device?: string | null
  /** The browser's name. */
  browser?: string | null
}

interface NewSession extends SignInSource {
  /** The strongest factor that was proven. */
  provenWith?: FactorType
}

export interface OpenedSession {
  token: string
  csrfToken: string
  expiresAt: Date
}

/**
 * Always creates a new token, so that a token planted in the browser never becomes a session. `user` is the row that the
 * password was checked against: a user who was disabled or got another password in the meantime is refused.
 */
export async function openSession(
  context: Pick<AccessContext, 'db' | 'clock' | 'access' | 'settings'>,
  user: UserRow,
  { address, device = null, browser = null, provenWith = 'password' }: NewSession,
  /** Records the sign-in, last in the transaction. */
  record: (trx: Db, opened: { sessionId: string; isNewDevice: boolean }) => Promise<void> = async () => {},
): Promise<OpenedSession> {
  const key = context.access.hashingKey
  const now = context.clock.now()
  const token = newSessionToken()
  const expiresAt = sessionEnd(context.settings, now)
  const { id } = await context.db.transaction().execute(async (trx) => {
    if (!(await recordSignIn(trx, user, now))) throw wrongCredentials()
    const isNewDevice = await recordDevice(trx, key, { userId: user.id, sessionToken: token, presented: device }, now)
    const session = await insertSession(trx, {
      user_id: user.id,
      token_hash: keyedHash(key, 'session', token),
      address,
      browser,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      proven_at: now,
      proven_with: provenWith,
    })
    await record(trx, { sessionId: session.id, isNewDevice })
    return session
  })
  return { token, csrfToken: csrfTokenOf(key, id), expiresAt }
}
