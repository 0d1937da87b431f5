import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

interface OidcIdentitiesTable {
  issuer: string
  subject: string
  user_id: number
  created_at: Date
  last_sign_in_at: Date
  access_until: Date
}

interface OidcLoginsTable {
  state_hash: string
  issuer: string
  browser_hash: string
  user_id: number | null
  return_to: string
  expires_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    oidc_identities: OidcIdentitiesTable
    oidc_logins: OidcLoginsTable
    oidc_sessions: { session_id: string }
  }
}

export type OidcIdentityRow = Selectable<OidcIdentitiesTable>
export type OidcLoginRow = Selectable<OidcLoginsTable>

export const findIdentity = (db: Db, issuer: string, subject: string): Promise<OidcIdentityRow | undefined> =>
  db
    .selectFrom('oidc_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const findIdentityOfUser = (db: Db, userId: number): Promise<OidcIdentityRow | undefined> =>
  db.selectFrom('oidc_identities').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** False if the person or the user is already linked. */
export async function insertIdentity(db: Db, row: Insertable<OidcIdentitiesTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('oidc_identities')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateIdentityTimes(
  db: Db,
  userId: number,
  times: Partial<Pick<OidcIdentityRow, 'last_sign_in_at' | 'access_until'>>,
): Promise<void> {
  await db.updateTable('oidc_identities').set(times).where('user_id', '=', userId).execute()
}

/** Applies another number of days to everyone who still has access. */
export async function updateAccessUntil(db: Db, keyDays: number, now: Date): Promise<void> {
  await db
    .updateTable('oidc_identities')
    .set({ access_until: sql<Date>`last_sign_in_at + make_interval(days => ${keyDays}::int)` })
    .where('access_until', '>', now)
    .execute()
}

export async function deleteIdentity(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('oidc_identities').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function insertLogin(db: Db, login: Insertable<OidcLoginsTable>): Promise<void> {
  await db.insertInto('oidc_logins').values(login).execute()
}

/** Deletes it: a login is used once. */
export const takeLogin = (db: Db, stateHash: string): Promise<OidcLoginRow | undefined> =>
  db.deleteFrom('oidc_logins').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()

/** Signing out of it also ends the session at the provider. */
export async function insertOidcSession(trx: Db, sessionId: string): Promise<void> {
  await trx.insertInto('oidc_sessions').values({ session_id: sessionId }).execute()
}

export async function isOidcSession(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}
