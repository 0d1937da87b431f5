import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { UserRow } from '../users/user-store.ts'

interface PasswordResetsTable {
  user_id: number
  token_hash: string
  email: string
  created_at: Date
  expires_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    password_resets: PasswordResetsTable
  }
}

export type PasswordResetRow = Selectable<PasswordResetsTable>

/** Replaces the earlier token of the user. */
export async function upsertPasswordReset(db: Db, row: Insertable<PasswordResetsTable>): Promise<void> {
  await db
    .insertInto('password_resets')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export const findPasswordReset = (db: Db, tokenHash: string): Promise<PasswordResetRow | undefined> =>
  db.selectFrom('password_resets').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

/** False if it was used or replaced in the meantime. */
export async function deletePasswordReset(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deletePasswordResets(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function deleteAllPasswordResets(db: Db): Promise<void> {
  await db.deleteFrom('password_resets').execute()
}

/** Active users with this login or e-mail address, which several users may share. */
export const listResettableUsers = (db: Db, typed: string, limit: number): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where((row) =>
      row.or([row(sql`lower(login)`, '=', sql`lower(${typed})`), row(sql`lower(email)`, '=', sql`lower(${typed})`)]),
    )
    .where('disabled', '=', false)
    .where('email', 'is not', null)
    .where('has_password', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute()
