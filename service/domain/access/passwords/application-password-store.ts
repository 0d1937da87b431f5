import type { Generated, Insertable, Selectable } from 'kysely'
import type { Role } from '../../../operation/actor.ts'
import { type Database, type Db, statement } from '../../../platform/database/database.ts'

interface ApplicationPasswordsTable {
  id: Generated<number>
  user_id: number
  name: string
  hash: string
  created_at: Date
  last_used_at: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    application_passwords: ApplicationPasswordsTable
  }
}

export type ApplicationPasswordRow = Omit<Selectable<ApplicationPasswordsTable>, 'hash' | 'user_id'>

const columns = ['id', 'name', 'created_at', 'last_used_at'] as const

export const listApplicationPasswordRows = (db: Db, userId: number): Promise<ApplicationPasswordRow[]> =>
  db.selectFrom('application_passwords').select(columns).where('user_id', '=', userId).orderBy('id').execute()

/** Does not find those of other users. */
export const findApplicationPassword = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('application_passwords')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

export const insertApplicationPassword = (db: Db, row: Insertable<ApplicationPasswordsTable>) =>
  db.insertInto('application_passwords').values(row).returning(columns).executeTakeFirstOrThrow()

export async function deleteApplicationPassword(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('application_passwords')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteApplicationPasswords(db: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('application_passwords')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteAllApplicationPasswords(db: Db): Promise<void> {
  await db.deleteFrom('application_passwords').execute()
}

const usable = statement<{ id: number; user_id: number; login: string; role: Role }>(
  'access_usable_application_password',
  `select application_passwords.id, user_id, login, role
   from application_passwords join users on users.id = user_id
   where hash = $1 and not disabled`,
)

export const findUsableApplicationPassword = async (db: Database, hash: string) => (await db.fetch(usable, [hash]))[0]

const touch = statement(
  'access_touch_application_password',
  `update application_passwords set last_used_at = $2
   where id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')`,
)

export const touchApplicationPassword = (db: Database, id: number, now: Date) => db.fetch(touch, [id, now])
