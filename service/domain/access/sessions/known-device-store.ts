import type { Generated } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    known_devices: {
      id: Generated<number>
      user_id: number
      token_hash: string
      created_at: Date
      last_used_at: Date
    }
  }
}

/** Does not find devices last used before `usedSince`. */
export const findKnownDevice = (db: Db, login: string, tokenHash: string, usedSince: Date) =>
  db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['known_devices.id', 'user_id'])
    .where('token_hash', '=', tokenHash)
    .where((row) => row(row.fn('lower', ['login']), '=', login.toLowerCase()))
    .where('last_used_at', '>', usedSince)
    .executeTakeFirst()

/** False if the device is not known for this user. */
export async function replaceDeviceToken(db: Db, userId: number, oldHash: string, newHash: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('known_devices')
    .set({ token_hash: newHash, last_used_at: now })
    .where('user_id', '=', userId)
    .where('token_hash', '=', oldHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertKnownDevice(db: Db, userId: number, tokenHash: string, now: Date): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: tokenHash, created_at: now, last_used_at: now })
    .execute()
}

/** Deletes all but the `keep` most recently used devices. */
export async function deleteOldestKnownDevices(db: Db, userId: number, keep: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('id', 'in', (row) =>
      row
        .selectFrom('known_devices')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keep),
    )
    .execute()
}

export async function deleteKnownDevices(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export async function deleteAllKnownDevices(db: Db): Promise<void> {
  await db.deleteFrom('known_devices').execute()
}
