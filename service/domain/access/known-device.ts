import type { KeyObject } from 'node:crypto'
import { deviceTokenOf } from '../../operation/credentials.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AccessContext } from './access-context.ts'
import { hashingKey, keyedHash } from './hashing-key.ts'
import {
  deleteOldestKnownDevices,
  findKnownDevice,
  insertKnownDevice,
  replaceDeviceToken,
} from './known-device-store.ts'

const lastingMs = 180 * 24 * 3_600_000
const mostPerUser = 20

/** Devices that were not used since this moment are forgotten. */
export const devicesUsedSince = (now: Date): Date => new Date(now.getTime() - lastingMs)

/** The id of the device, if this browser has signed in as this login before; else null. */
export async function findDevice(
  context: Pick<AccessContext, 'db' | 'clock' | 'secrets'>,
  login: string,
  token: string | null,
): Promise<number | null> {
  if (token === null) return null
  const hash = keyedHash(await hashingKey(context), 'device', token)
  const found = await findKnownDevice(context.db, login, hash, devicesUsedSince(context.clock.now()))
  return found?.id ?? null
}

export interface SignedInDevice {
  userId: number
  sessionToken: string
  /** What the browser showed, from an earlier sign-in. */
  shown: string | null
}

/**
 * From now on the browser is known by a token that follows from the session's. A token that someone else planted in the
 * browser never becomes known: each sign-in makes a new one.
 */
export async function rememberDevice(trx: Db, key: KeyObject, device: SignedInDevice, now: Date): Promise<void> {
  const { userId, sessionToken, shown } = device
  const hash = keyedHash(key, 'device', deviceTokenOf(sessionToken))
  if (shown !== null && (await replaceDeviceToken(trx, userId, keyedHash(key, 'device', shown), hash, now))) return
  await insertKnownDevice(trx, userId, hash, now)
  await deleteOldestKnownDevices(trx, userId, mostPerUser)
}
