import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { deleteApplicationPasswords } from './application-password-store.ts'
import { deactivateKeysOf } from './key-store.ts'
import { deleteKnownDevices } from './known-device-store.ts'
import { deleteSessions } from './session-store.ts'

export const switchOffKeys = z
  .boolean()
  .default(false)
  .describe('Whether their API keys, and keys that they made for others, are switched off, too.')

interface EndOptions {
  /** The session that the person is using goes on. */
  exceptSession?: string | null
  applicationPasswords?: boolean
  /** API keys of the user, and keys that they made for others, are switched off. */
  keys?: boolean
}

export interface EndedAccess {
  sessions: number
  applicationPasswords: number
  keys: number
}

/** Ends everything that signs in as this user without the login password. For every way to recover an account. */
export async function endAccess(trx: Db, userId: number, options: EndOptions = {}): Promise<EndedAccess> {
  const { exceptSession = null, applicationPasswords = true, keys = false } = options
  await deleteKnownDevices(trx, userId)
  return {
    sessions: await deleteSessions(trx, userId, { except: exceptSession }),
    applicationPasswords: applicationPasswords ? await deleteApplicationPasswords(trx, userId) : 0,
    keys: keys ? await deactivateKeysOf(trx, userId) : 0,
  }
}
