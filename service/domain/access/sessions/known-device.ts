import type { KeyObject } from 'node:crypto'
import { deviceTokenOf } from '../../../operation/credentials.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { AccessContext } from '../access-context.ts'
import { keyedHash } from '../keys/hashing-key.ts'
import {
  deleteOldestKnownDevices,
  findKnownDevice,
  insertKnownDevice,
  replaceDeviceToken,
} from './known-device-store.ts'

export const deviceLifetimeDays = 180
const maxPerUser = 20

/** Devices that were last used before this time are unknown. */
const devicesUsedSince = (now: Date): Date => new Date(now.getTime() - deviceLifetimeDays * 86_400_000)

/** The id of the device if this browser has signed in with this login before, else null. */
export async function findDeviceId(
  context: Pick<AccessContext, 'db' | 'clock' | 'access'>,
  login: string,
  token: string | null,
): Promise<number | null> {
  if (token === null) return null
  const hash = keyedHash(context.access.hashingKey, 'device', token)
  const found = await findKnownDevice(context.db, login, hash, devicesUsedSince(context.clock.now()))
  return found?.id ?? null
}

export interface SignedInDevice {
  userId: number
  sessionToken: string
  /** The device cookie of an earlier sign-in. */
  presented: string | null
}

/**
 * Each sign-in creates a new device token, derived from the session token, so that a token planted in the browser never
 * becomes valid. Returns whether the user has not signed in from this device before.
 */
export async function recordDevice(trx: Db, key: KeyObject, device: SignedInDevice, now: Date): Promise<boolean> {
  const { userId, sessionToken, presented } = device
  const hash = keyedHash(key, 'device', deviceTokenOf(sessionToken))
  if (presented !== null && (await replaceDeviceToken(trx, userId, keyedHash(key, 'device', presented), hash, now)))
    return false
  await insertKnownDevice(trx, userId, hash, now)
  await deleteOldestKnownDevices(trx, userId, maxPerUser)
  return true
}
