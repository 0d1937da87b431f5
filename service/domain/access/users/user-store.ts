import { type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Actor, ActorRole } from '../../../operation/actor.ts'
import { isLanguage, type Language } from '../../../operation/language.ts'
import type { LimitColumns } from '../../../operation/limits.ts'
import type { Role } from '../../../operation/permissions.ts'
import { advisoryLocks } from '../../../platform/database/advisory-locks.ts'
import { type Database, type Db, queryRows, quickRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { loginTaken, userNotFound } from '../access-errors.ts'

interface UsersTable {
  id: Generated<number>
  login: string
  name: Generated<string>
  email: string | null
  /** Of a user with a custom role: viewer. */
  role: Role
  role_id: number | null
  site_ids: number[] | null
  tag_ids: number[] | null
  client_ids: number[] | null
  disabled: Generated<boolean>
  password_hash: string
  must_change_password: Generated<boolean>
  /** False: the user signs in only by single sign-on. */
  has_password: Generated<boolean>
  created_at: Date
  last_sign_in_at: Date | null
  /** Since when the policy requires a second factor that the user does not have. */
  factor_required_since: Generated<Date | null>
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    users: UsersTable
  }
}

export type UserRow = Selectable<UsersTable>

export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** What a user may do, and on which sites. */
export interface UserRights extends LimitColumns {
  role: Role
  /** Of the custom role; null: the user has a built-in role. */
  permissions: string[] | null
}

/** The column `rights`: every query that finds a caller reads it, so that all of them apply the same rights. */
export const userRights = sql`json_build_object('role', users.role,
  'permissions', (select to_json(roles.permissions) from roles where roles.id = users.role_id),
  'site_ids', users.site_ids, 'tag_ids', users.tag_ids, 'client_ids', users.client_ids) as rights`

type ActiveUser = Pick<UserRow, 'id' | 'login' | 'must_change_password'> & {
  rights: UserRights
  /** Of a user of the identity provider. */
  access_until: Date | null
}

export async function findActiveUser(db: Database, id: number): Promise<ActiveUser | undefined> {
  const query = sql<ActiveUser>`select id, login, must_change_password, ${userRights},
      (select access_until from oidc_identities where user_id = users.id) as access_until
    from users where id = ${id} and not disabled`
  return (await quickRows(db, query))[0]
}

export async function requireUserRights(db: Db, id: number): Promise<UserRights> {
  const { rows } = await sql<{ rights: UserRights }>`select ${userRights} from users where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw userNotFound(id)
  return row.rights
}

export async function requireUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw userNotFound(id)
  return user
}

/** Prevents deletion of the user until the transaction ends, so that new rows have an owner. */
export async function lockUserForKeyShare(trx: Db, id: number): Promise<UserRow> {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()
  if (!user) throw userNotFound(id)
  return user
}

export const findUserByLogin = (db: Db, login: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where(sql`lower(login)`, '=', sql`lower(${login})`).executeTakeFirst()

/** The first one: several users may share an address. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .orderBy('id')
    .executeTakeFirst()

/** Users with these e-mail addresses and open invitations to them, by address in small letters. */
export async function listPeopleByEmail(
  db: Database,
  emails: readonly string[],
): Promise<Map<string, { login?: string; isInvited: boolean }>> {
  const rows = await queryRows(
    db,
    sql<{ email: string; login: string | null }>`with given as (
        select distinct lower(email) as email from unnest(${emails}::text[]) as given (email)
      )
      select given.email, users.login from given join users on lower(users.email) = given.email
      union all select given.email, null from given join invitations on lower(invitations.email) = given.email`,
  )
  const found = new Map<string, { login?: string; isInvited: boolean }>()
  for (const { email, login } of rows)
    found.set(email, { isInvited: login === null, ...found.get(email), ...(login !== null && { login }) })
  return found
}

export interface UserFilter {
  search: string
  role?: ActorRole | undefined
  disabled?: boolean | undefined
}

export async function listUserRows(db: Db, filter: UserFilter, page: number, perPage: number) {
  let query = db.selectFrom('users')
  if (filter.role === 'custom') query = query.where('role_id', 'is not', null)
  else if (filter.role !== undefined) query = query.where('role', '=', filter.role).where('role_id', 'is', null)
  if (filter.disabled !== undefined) query = query.where('disabled', '=', filter.disabled)
  if (filter.search !== '') {
    // strpos instead of LIKE, so that % is not a wildcard.
    query = query.where(sql<boolean>`strpos(lower(concat_ws(' ', login, name, email)), lower(${filter.search})) > 0`)
  }
  const { total } = await query.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const users = await query
    .selectAll()
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { users, total }
}

export async function insertUser(db: Db, user: Insertable<UsersTable>): Promise<UserRow> {
  const inserted = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(login)`).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!inserted) throw loginTaken(user.login)
  return inserted
}

export async function updateUserRow(db: Db, id: number, changes: Updateable<UsersTable>): Promise<UserRow> {
  if (Object.keys(changes).length === 0) return requireUser(db, id)
  const updated = await db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
  if (!updated) throw userNotFound(id)
  return updated
}

/** Only if the hash is still the one that was checked, so that a password set in the meantime stays. */
export async function replacePasswordHash(db: Db, { id, password_hash }: UserRow, hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** False if the user was disabled or got another password after the check. */
export async function recordSignIn(trx: Db, { id, password_hash }: UserRow, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ last_sign_in_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('disabled', '=', false)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Since when a second factor is required: now, unless it was required before. */
export async function recordFactorRequired(db: Db, id: number, now: Date): Promise<Date> {
  const { since } = await db
    .updateTable('users')
    .set({ factor_required_since: sql<Date>`coalesce(factor_required_since, ${now})` })
    .where('id', '=', id)
    .returning('factor_required_since as since')
    .executeTakeFirstOrThrow()
  return since ?? now
}

export async function deleteFactorRequired(db: Db, id: number): Promise<void> {
  await db.updateTable('users').set({ factor_required_since: null }).where('id', '=', id).execute()
}

export async function deleteUserRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/**
 * Administrators without limits who sign in with a password: the way back when the identity provider is down or sends other groups.
 * `lock`: for changes that depend on their number.
 */
export async function listActiveAdministrators(db: Db, { lock = false } = {}): Promise<number[]> {
  const query = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled', '=', false)
    .where('has_password', '=', true)
    .where((row) =>
      row.not(row.exists(row.selectFrom('oidc_identities').select('user_id').whereRef('user_id', '=', 'users.id'))),
    )
    .where('site_ids', 'is', null)
    .where('tag_ids', 'is', null)
    .where('client_ids', 'is', null)
    .orderBy('id')
  const rows = await (lock ? query.forUpdate() : query).execute()
  return rows.map((row) => row.id)
}

/** Serialises processes that start at the same time, until the transaction ends. */
export async function lockFirstStart(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.firstStart})`.execute(trx)
}

export async function hasNoUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

export interface AccountFacts {
  /** True when the user has replaced the one-time password. */
  password_changed: boolean
  has_second_user: boolean
}

export async function findAccountFacts(db: Database, { userId }: Pick<Actor, 'userId'>): Promise<AccountFacts> {
  const query = sql<AccountFacts>`select
      not coalesce((select must_change_password from users where id = ${userId}), false) as password_changed,
      (select count(*) from (select from users where not disabled limit 2) as active) > 1 as has_second_user`
  return oneRow(await queryRows(db, query))
}

/** The language that the user has chosen for the dashboard and e-mails; English without a choice. */
export async function findUserLanguage(db: Db, userId: number): Promise<Language> {
  const row = await db
    .selectFrom('user_preferences')
    .select('value')
    .where('user_id', '=', userId)
    .where('name', '=', 'language')
    .executeTakeFirst()
  const language: unknown = Array.isArray(row?.value) ? row.value[0] : undefined
  return isLanguage(language) ? language : 'en'
}
