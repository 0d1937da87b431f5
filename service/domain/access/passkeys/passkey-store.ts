import type { Generated, Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

export const passkeyPurposes = ['register', 'sign-in', 'second-factor', 'confirm'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    passkeys: PasskeysTable
    passkey_challenges: {
      challenge_hash: string
      purpose: PasskeyPurpose
      /** Null: the passkey says who signs in. */
      user_id: number | null
      expires_at: Date
    }
  }
}

export type PasskeyRow = Selectable<PasskeysTable>

export const listPasskeys = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const findPasskeyByCredential = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** Undefined if the credential is registered already. */
export const insertPasskey = (db: Db, passkey: Insertable<PasskeysTable>): Promise<PasskeyRow | undefined> =>
  db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()

/** False if another use has stored the same or a higher counter. Authenticators without a counter always send 0. */
export async function recordPasskeyUse(db: Db, { id, counter }: PasskeyRow, next: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: next, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updatePasskeyName(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePasskeyRow(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deletePasskeys(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function insertPasskeyChallenge(
  db: Db,
  challenge: { challenge_hash: string; purpose: PasskeyPurpose; user_id: number | null; expires_at: Date },
): Promise<void> {
  await db.insertInto('passkey_challenges').values(challenge).execute()
}

/** Deletes the challenge, so that it is used once. Undefined if it is unknown, expired, or for another purpose. */
export const takePasskeyChallenge = (db: Db, hash: string, purpose: PasskeyPurpose, now: Date) =>
  db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
