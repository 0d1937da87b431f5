import type { Scope } from '../../../operation/actor.ts'
import type { Db } from '../../../platform/database/database.ts'

export interface KeyLogin {
  device_hash: string
  code_hash: string
  name: string
  address: string | null
  scopes: Scope[]
  /** The person who confirmed it. */
  user_id: number | null
  expires_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    key_logins: KeyLogin
  }
}

export async function insertKeyLogin(db: Db, login: Omit<KeyLogin, 'user_id'>): Promise<void> {
  await db
    .insertInto('key_logins')
    .values({ ...login, user_id: null })
    .execute()
}

/** That no person has confirmed yet. */
export const findKeyLoginByCode = (db: Db, codeHash: string, now: Date): Promise<KeyLogin | undefined> =>
  db
    .selectFrom('key_logins')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const findKeyLogin = (db: Db, deviceHash: string, now: Date): Promise<KeyLogin | undefined> =>
  db
    .selectFrom('key_logins')
    .selectAll()
    .where('device_hash', '=', deviceHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** False if another call confirmed it. */
export async function updateKeyLoginUser(db: Db, deviceHash: string, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('key_logins')
    .set({ user_id: userId })
    .where('device_hash', '=', deviceHash)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if another call took it. */
export async function deleteKeyLogin(db: Db, deviceHash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('key_logins').where('device_hash', '=', deviceHash).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteAllKeyLogins(db: Db): Promise<void> {
  await db.deleteFrom('key_logins').execute()
}

/** That this person has confirmed and the program has not fetched yet. */
export async function deleteKeyLogins(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('key_logins').where('user_id', '=', userId).execute()
}
