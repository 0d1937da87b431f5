import { type Generated, type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Scope, Tier } from '../../../operation/actor.ts'
import type { LimitColumns } from '../../../operation/limits.ts'
import { type Database, type Db, queryRows, quickRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { keyNotFound } from '../access-errors.ts'
import { type UserRights, userRights } from '../users/user-store.ts'

interface ApiKeysTable {
  id: Generated<number>
  user_id: number
  description: string
  hash: string
  truncated_key: string
  scopes: Scope[]
  site_ids: number[] | null
  tag_ids: number[] | null
  client_ids: number[] | null
  active: boolean
  change_tier: Generated<Tier>
  destroy_tier: Generated<Tier>
  expires_at: Date | null
  from_environment: Generated<boolean>
  made_by_user_id: Generated<number | null>
  made_by_key_id: Generated<number | null>
  created_at: Date
  last_used_at: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    api_keys: ApiKeysTable
  }
}

export type KeyRow = Omit<Selectable<ApiKeysTable>, 'hash'>

/** All columns except the hash. */
const columns = [
  'id',
  'user_id',
  'description',
  'truncated_key',
  'scopes',
  'site_ids',
  'tag_ids',
  'client_ids',
  'active',
  'change_tier',
  'destroy_tier',
  'expires_at',
  'from_environment',
  'made_by_user_id',
  'made_by_key_id',
  'created_at',
  'last_used_at',
] as const

/** An empty list is stored only for older code (see limitsToStore); callers read null. */
const withLimits = <Row extends LimitColumns>(row: Row): Row => ({
  ...row,
  site_ids: row.client_ids && row.site_ids?.length === 0 ? null : row.site_ids,
})

/**
 * Code that does not know client_ids must not take a key that is limited to clients for an unlimited one: its list of
 * sites is then stored as empty, and that code shows nothing.
 */
export const limitsToStore = ({ site_ids, tag_ids, client_ids }: LimitColumns): LimitColumns => ({
  site_ids: site_ids ?? (client_ids && tag_ids === null ? [] : null),
  tag_ids,
  client_ids,
})

/** `lock`: for update. */
export async function findKey(db: Db, id: number, { lock = false } = {}): Promise<KeyRow | undefined> {
  const query = db.selectFrom('api_keys').select(columns).where('id', '=', id)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && withLimits(row)
}

export async function requireKey(db: Db, id: number, options?: { lock: boolean }): Promise<KeyRow> {
  const row = await findKey(db, id, options)
  if (!row) throw keyNotFound(id)
  return row
}

/** The keys that this key created, directly or through other keys. */
export async function listMadeKeys(db: Db, id: number): Promise<KeyRow[]> {
  const rows = await db
    .withRecursive('made', (query) =>
      query
        .selectFrom('api_keys')
        .select('id')
        .where('made_by_key_id', '=', id)
        .union(
          query.selectFrom('api_keys').innerJoin('made', 'made.id', 'api_keys.made_by_key_id').select('api_keys.id'),
        ),
    )
    .selectFrom('api_keys')
    .select(columns)
    .where('id', 'in', (query) => query.selectFrom('made').select('made.id'))
    .orderBy('id')
    .execute()
  return rows.map(withLimits)
}

export async function deactivateKeys(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.updateTable('api_keys').set({ active: false }).where('id', 'in', ids).execute()
}

/** Keys of this user, keys that the user created for others, and all keys created with those. Returns how many were active. */
export async function deactivateKeysOf(db: Db, userId: number): Promise<number> {
  const own = await db
    .selectFrom('api_keys')
    .select('id')
    .where((row) => row.or([row('user_id', '=', userId), row('made_by_user_id', '=', userId)]))
    .execute()
  const made = await Promise.all(own.map(({ id }) => listMadeKeys(db, id)))
  const ids = new Set([...own, ...made.flat()].map(({ id }) => id))
  if (ids.size === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ active: false })
    .where('id', 'in', [...ids])
    .where('active', '=', true)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Own keys, and keys that the user created for others. */
/** The key of an OAuth program belongs to one person at the provider: with two of one program, another person would get its rights. */
const isNoOAuthKey = sql<boolean>`not exists (select from oauth_keys where key_id = api_keys.id)`

export async function countKeysOf(db: Db, userId: number): Promise<{ api_keys: number; keys_for_others: number }> {
  const { rows } = await sql<{ api_keys: number; keys_for_others: number }>`
    select count(*) filter (where user_id = ${userId}) as api_keys,
      count(*) filter (where made_by_user_id = ${userId} and user_id <> ${userId}) as keys_for_others
    from api_keys where (user_id = ${userId} or made_by_user_id = ${userId}) and ${isNoOAuthKey}`.execute(db)
  return oneRow(rows)
}

/** Gives the keys of a user to another. Returns the ids of the moved own keys and how many of them were active. */
export async function moveKeys(trx: Db, fromId: number, toId: number): Promise<{ own: number[]; active: number }> {
  const own = await trx
    .updateTable('api_keys')
    .set({ user_id: toId })
    .where('user_id', '=', fromId)
    .where(isNoOAuthKey)
    .returning(['id', 'active'])
    .execute()
  await trx
    .updateTable('api_keys')
    .set({ made_by_user_id: toId })
    .where('made_by_user_id', '=', fromId)
    .where(isNoOAuthKey)
    .execute()
  return { own: own.map(({ id }) => id), active: own.filter(({ active }) => active).length }
}

export interface KeyFilter {
  userId?: number | undefined
  active?: boolean | undefined
}

export async function listKeyRows(db: Db, { userId, active }: KeyFilter, page: number, perPage: number) {
  let query = db.selectFrom('api_keys')
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (active !== undefined) query = query.where('active', '=', active)
  const { total } = await query.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select(columns)
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { keys: rows.map(withLimits), total }
}

export async function insertKey(db: Db, key: Insertable<ApiKeysTable>): Promise<KeyRow> {
  return withLimits(await db.insertInto('api_keys').values(key).returning(columns).executeTakeFirstOrThrow())
}

export async function updateKeyRow(db: Db, id: number, changes: Updateable<ApiKeysTable>): Promise<KeyRow> {
  if (Object.keys(changes).length === 0) return requireKey(db, id)
  const row = await db.updateTable('api_keys').set(changes).where('id', '=', id).returning(columns).executeTakeFirst()
  if (!row) throw keyNotFound(id)
  return withLimits(row)
}

export async function deleteKeyRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('api_keys').where('id', '=', id).execute()
}

export async function deactivateAllKeys(db: Db): Promise<void> {
  await db.updateTable('api_keys').set({ active: false }).execute()
}

/** The key with this hash and the current key of API_KEY. */
export const findEnvironmentKeys = (db: Db, hash: string) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'hash'])
    .where((row) => row.or([row('hash', '=', hash), row('from_environment', '=', true)]))
    .execute()

export type UsableKey = Pick<
  KeyRow,
  | 'id'
  | 'user_id'
  | 'description'
  | 'scopes'
  | 'site_ids'
  | 'tag_ids'
  | 'client_ids'
  | 'change_tier'
  | 'destroy_tier'
  | 'made_by_user_id'
  | 'expires_at'
> & { login: string; rights: UserRights }

/** Does not find keys that are inactive or expired or belong to a disabled user; callers get the same answer for all of them. */
async function findUsable(db: Database, isKey: RawBuilder<boolean>, now: Date): Promise<UsableKey | undefined> {
  const [row] = await quickRows(
    db,
    sql<UsableKey>`select api_keys.id, api_keys.user_id, description, scopes, api_keys.site_ids, api_keys.tag_ids,
        api_keys.client_ids, change_tier, destroy_tier, made_by_user_id, least(expires_at, access_until) as expires_at, login, ${userRights}
      from api_keys join users on users.id = api_keys.user_id left join oidc_identities on oidc_identities.user_id = users.id
      where ${isKey} and active and not disabled and (expires_at is null or expires_at > ${now})
        and (access_until is null or access_until > ${now})`,
  )
  return row && withLimits(row)
}

export const findUsableKey = (db: Database, hash: string, now: Date): Promise<UsableKey | undefined> =>
  findUsable(db, sql`hash = ${hash}`, now)

export const findUsableKeyById = (db: Database, id: number, now: Date): Promise<UsableKey | undefined> =>
  findUsable(db, sql`api_keys.id = ${id}`, now)

export const touchKey = (db: Database, id: number, now: Date) =>
  queryRows(
    db,
    sql`update api_keys set last_used_at = ${now}
      where id = ${id} and (last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute')`,
  )
