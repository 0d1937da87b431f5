import { sql } from 'kysely'
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

/** Whoever starts a timer waits until the same person's other start is done. */
export async function holdPerson(trx: Db, userId: number): Promise<void> {
  // Any number will do as long as nothing else in this database uses it.
  await sql`select pg_advisory_xact_lock(870091, ${userId % 2 ** 31}::int)`.execute(trx)
  // Whoever deletes the person holds them first and then changes their entries.
  await sql`select from users where id = ${userId} for key share`.execute(trx)
}

export async function taskRunningFor(trx: Db, userId: number): Promise<number | null> {
  return (await openEntries(trx).where('user_id', '=', userId).executeTakeFirst())?.task_id ?? null
}

export function openEntriesOf(trx: Db, taskIds: readonly number[]): Promise<OpenEntry[]> {
  return openEntries(trx)
    .where('task_id', 'in', [...taskIds])
    .execute()
}

export async function openEntry(
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
