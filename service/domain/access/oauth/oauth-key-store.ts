import { sql } from 'kysely'
import { scopes } from '../../../operation/actor.ts'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'

interface OAuthKeysTable {
  key_id: number
  issuer: string
  client_id: string
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    oauth_keys: OAuthKeysTable
  }
}

export interface OAuthProgram {
  userId: number
  issuer: string
  clientId: string
}

/**
 * The key of the program for this user. Up to 0.2.0 keys of programs were given to another user, who can have two of one program since
 * then: one that is switched off decides.
 */
export async function findOAuthKeyId(db: Db, { userId, issuer, clientId }: OAuthProgram): Promise<number | undefined> {
  const row = await db
    .selectFrom('oauth_keys')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_keys.key_id')
    .select('key_id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('client_id', '=', clientId)
    .orderBy('active')
    .orderBy('key_id')
    .executeTakeFirst()
  return row?.key_id
}

export async function countOAuthKeys(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('oauth_keys')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_keys.key_id')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertOAuthKey(db: Db, row: OAuthKeysTable): Promise<void> {
  await db.insertInto('oauth_keys').values(row).execute()
}

/** Days without a call after which the key of a program is deleted. */
export const oauthKeyDays = 90

/**
 * Keys of programs that have not called since then. One that is switched off, or has fewer rights than a new one, stays: without it,
 * the program would get a new one.
 */
export async function deleteUnusedOAuthKeys(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await queryRows(
    db,
    sql<{ id: number }>`delete from api_keys where id in (
        select api_keys.id from api_keys join oauth_keys on key_id = api_keys.id
        where active and coalesce(last_used_at, created_at) < ${before}
          and scopes @> ${[...scopes]}::text[] and expires_at is null and 'never' not in (change_tier, destroy_tier)
          and site_ids is null and tag_ids is null and client_ids is null
        limit ${limit})
      returning id`,
  )
  return deleted.length
}
