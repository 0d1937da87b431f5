import type { KeyObject } from 'node:crypto'
import type { AccessContext } from './access-context.ts'
import { wrongCredentials } from './access-errors.ts'
import { hashingKey, keyedHash } from './hashing-key.ts'
import { rememberDevice } from './known-device.ts'
import { newSessionToken } from './random-text.ts'
import { insertSession } from './session-store.ts'
import { recordSignIn, type UserRow } from './user-store.ts'

const hour = 3_600_000
const idleMs = 8 * hour
const absoluteMs = 7 * 24 * hour

/** Sessions last seen before this moment are over. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - idleMs)

/** Follows from the session's id and our key: nothing to store, nothing to guess. */
export const csrfTokenOf = (key: KeyObject, sessionId: string): string => keyedHash(key, 'csrf token', sessionId)

interface SignInSource {
  address?: string | null
  /** What the browser showed, from an earlier sign-in. */
  device?: string | null
}

export interface OpenedSession {
  token: string
  csrfToken: string
  expiresAt: Date
}

/**
 * Always a new token of our own making: one that was planted in a browser before never becomes a session.
 * `user` is as the password was checked against; whoever was disabled or got another password meanwhile is refused.
 */
export async function openSession(
  context: Pick<AccessContext, 'db' | 'clock' | 'secrets'>,
  user: UserRow,
  { address = null, device = null }: SignInSource = {},
): Promise<OpenedSession> {
  const key = await hashingKey(context)
  const now = context.clock.now()
  const token = newSessionToken()
  const expiresAt = new Date(now.getTime() + absoluteMs)
  const { id } = await context.db.transaction().execute(async (trx) => {
    if (!(await recordSignIn(trx, user, now))) throw wrongCredentials()
    await rememberDevice(trx, key, { userId: user.id, sessionToken: token, shown: device }, now)
    return insertSession(trx, {
      user_id: user.id,
      token_hash: keyedHash(key, 'session', token),
      address,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
    })
  })
  return { token, csrfToken: csrfTokenOf(key, id), expiresAt }
}
