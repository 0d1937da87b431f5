import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import { type Database, type Db, queryRows, quickRows } from '../../../platform/database/database.ts'
import { type UserRights, userRights } from '../users/user-store.ts'

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

export async function findUsableApplicationPassword(db: Database, hash: string, now: Date) {
  const [found] = await quickRows(
    db,
    sql<{ id: number; user_id: number; login: string; rights: UserRights; access_until: Date | null }>`
      select application_passwords.id, application_passwords.user_id, login, access_until, ${userRights}
      from application_passwords join users on users.id = application_passwords.user_id
        left join oidc_identities on oidc_identities.user_id = users.id
      where hash = ${hash} and not disabled and (access_until is null or access_until > ${now})`,
  )
  return found
}

export const touchApplicationPassword = (db: Database, id: number, now: Date) =>
  queryRows(
    db,
    sql`update application_passwords set last_used_at = ${now}
      where id = ${id} and (last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute')`,
  )
