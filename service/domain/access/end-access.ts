import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { deleteAllInvitations } from './invitations/invitation-store.ts'
import { deleteAllKeyLogins, deleteKeyLogins } from './key-logins/key-login-store.ts'
import { deactivateAllKeys, deactivateKeysOf } from './keys/key-store.ts'
import { deleteAllPasswordResets, deletePasswordResets } from './password-resets/password-reset-store.ts'
import { deleteAllApplicationPasswords, deleteApplicationPasswords } from './passwords/application-password-store.ts'
import { deleteAllKnownDevices, deleteKnownDevices } from './sessions/known-device-store.ts'
import { deleteAllSessions, deleteSessions } from './sessions/session-store.ts'
import { deleteAllChallenges, deleteChallenges } from './sign-in/challenge-store.ts'

export const switchOffKeys = z
  .boolean()
  .default(false)
  .describe('Whether API keys of this user, and keys that the user created for others, are switched off, too.')

interface EndOptions {
  /** The session of the caller stays open. */
  exceptSession?: string | null
  applicationPasswords?: boolean
  /** Switches off API keys of the user and keys that the user created for others. */
  keys?: boolean
}

export interface EndedAccess {
  sessions: number
  applicationPasswords: number
  keys: number
}

/** Ends everything that signs in as this user without the login password. Every way to recover an account uses it. */
export async function endAccess(trx: Db, userId: number, options: EndOptions = {}): Promise<EndedAccess> {
  const { exceptSession = null, applicationPasswords = true, keys = false } = options
  await deleteKnownDevices(trx, userId)
  await deletePasswordResets(trx, userId)
  await deleteChallenges(trx, userId)
  await deleteKeyLogins(trx, userId)
  return {
    sessions: await deleteSessions(trx, userId, { except: exceptSession }),
    applicationPasswords: applicationPasswords ? await deleteApplicationPasswords(trx, userId) : 0,
    keys: keys ? await deactivateKeysOf(trx, userId) : 0,
  }
}

/**
 * For a restored backup: credentials that were revoked after the backup must not work again. Keys stay in the list,
 * switched off, so that an administrator can switch on the ones that are still needed.
 */
export async function revokeAllCredentials(db: Db): Promise<void> {
  await deactivateAllKeys(db)
  await deleteAllApplicationPasswords(db)
  await deleteAllSessions(db)
  await deleteAllKnownDevices(db)
  await deleteAllInvitations(db)
  await deleteAllPasswordResets(db)
  await deleteAllChallenges(db)
  await deleteAllKeyLogins(db)
}
