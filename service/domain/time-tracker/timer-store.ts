import { sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Db } from '../../platform/database/database.ts'

export interface OpenEntry {
  id: number
  task_id: number
  user_id: number | null
  user_name: string
  started_at: Date
}

const openEntries = (trx: Db) =>
  trx
    .selectFrom('time_entries')
    .select(['id', 'task_id', 'user_id', 'user_name', 'started_at'])
    .where('ended_at', 'is', null)

/** Serializes timer starts of one user. */
export async function lockPerson(trx: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.timerPerUser}, ${userId % 2 ** 31}::int)`.execute(trx)
  // Deleting a user locks the user first and then changes the entries.
  await sql`select from users where id = ${userId} for key share`.execute(trx)
}

export async function findRunningTask(trx: Db, userId: number): Promise<number | null> {
  return (await openEntries(trx).where('user_id', '=', userId).executeTakeFirst())?.task_id ?? null
}

export function listOpenEntries(trx: Db, taskIds: readonly number[]): Promise<OpenEntry[]> {
  return openEntries(trx)
    .where('task_id', 'in', [...taskIds])
    .execute()
}

export async function insertOpenEntry(
  trx: Db,
  { taskId, userId, userName, now }: { taskId: number; userId: number | null; userName: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('time_entries')
    .values({
      task_id: taskId,
      kind: 'timer',
      user_id: userId,
      user_name: userName,
      started_at: now,
      ended_at: null,
      milliseconds: null,
      replaced_at: null,
    })
    .execute()
}

export async function closeEntry(trx: Db, { id, started_at }: OpenEntry, milliseconds: number): Promise<void> {
  await trx
    .updateTable('time_entries')
    .set({ ended_at: new Date(started_at.getTime() + milliseconds), milliseconds })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
