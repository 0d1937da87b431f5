import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import { type Database, type Db, queryRows, quickRows } from '../../../platform/database/database.ts'
import { hasFactor } from '../factors/factor-store.ts'
import type { FactorType } from '../sign-in/sign-in-way.ts'
import { type UserRights, userRights } from '../users/user-store.ts'

interface SessionsTable {
  id: Generated<string>
  user_id: number
  token_hash: string
  address: string | null
  browser: string | null
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  /** When the user last proved a factor in this session; null: at its start. */
  proven_at: Date | null
  proven_with: FactorType | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    sessions: SessionsTable
  }
}

export type SessionRow = Omit<Selectable<SessionsTable>, 'token_hash' | 'user_id' | 'proven_at' | 'proven_with'>

export const insertSession = (db: Db, session: Insertable<SessionsTable>) =>
  db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()

/** Sessions beyond these times have ended, even if they are not deleted yet. */
export interface OpenSince {
  now: Date
  seenAfter: Date
  createdAfter: Date
}

export const listSessions = (
  db: Db,
  userId: number,
  { now, seenAfter, createdAfter }: OpenSince,
): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .select(['id', 'address', 'browser', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', seenAfter)
    .where('created_at', '>', createdAfter)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function deleteSession(db: Db, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteSessions(
  db: Db,
  userId: number,
  { except }: { except?: string | null } = {},
): Promise<number> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (except) query = query.where('id', '<>', except)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteEndedSessions(db: Db, now: Date, idleSince: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', 'in', (row) =>
      row
        .selectFrom('sessions')
        .select('id')
        .where((session) => session.or([session('expires_at', '<=', now), session('last_seen_at', '<=', idleSince)]))
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').execute()
}

export interface UsableSession {
  id: string
  user_id: number
  expires_at: Date
  login: string
  rights: UserRights
  must_change_password: boolean
  factor_required_since: Date | null
  has_factor: boolean
  proven_with: FactorType | null
  proven_at: Date
}

export async function findUsableSession(
  db: Database,
  tokenHash: string,
  { now, seenAfter, createdAfter }: OpenSince,
): Promise<UsableSession | undefined> {
  const [session] = await quickRows(
    db,
    sql<UsableSession>`select sessions.id, sessions.user_id, expires_at, login, must_change_password, factor_required_since,
        proven_with, coalesce(proven_at, sessions.created_at) as proven_at, ${hasFactor('users.id')} as has_factor,
        ${userRights}
      from sessions join users on users.id = user_id
      where token_hash = ${tokenHash} and not disabled and expires_at > ${now} and last_seen_at > ${seenAfter}
        and sessions.created_at > ${createdAfter}`,
  )
  return session
}

/** The user proved a factor in this session. */
export async function recordProof(db: Db, id: string, factor: FactorType, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ proven_at: now, proven_with: factor }).where('id', '=', id).execute()
}

export const touchSession = (db: Database, id: string, now: Date) =>
  queryRows(
    db,
    sql`update sessions set last_seen_at = ${now}
      where id = ${id} and last_seen_at <= ${now}::timestamptz - interval '1 minute'`,
  )
