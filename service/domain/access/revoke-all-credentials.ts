import type { Db } from '../../platform/database/database.ts'
import { deleteEveryApplicationPassword } from './application-password-store.ts'
import { deactivateEveryKey } from './key-store.ts'
import { deleteEveryKnownDevice } from './known-device-store.ts'
import { deleteEverySession } from './session-store.ts'

/**
 * For a restored backup: what was revoked since it was made must not come back to life. Keys stay in the list,
 * switched off, so that an administrator sees what there was and switches on what is still wanted.
 */
export async function revokeAllCredentials(db: Db): Promise<void> {
  await deactivateEveryKey(db)
  await deleteEveryApplicationPassword(db)
  await deleteEverySession(db)
  await deleteEveryKnownDevice(db)
}
