import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { TimeEntryTable, TimeTaskTable } from './time-table.ts'
import type { TaskStatus, TimerState } from './timer.ts'

export interface LockedTask {
  id: number
  title: string
  client_id: number | null
  bucket_id: number | null
  timer_mode: TimeTaskTable['timer_mode']
  timer: TimerState
  task_status: TaskStatus
}

/** Locks the tasks until the transaction ends, ordered by id to avoid deadlocks. */
export function lockTasks(trx: Db, ids: readonly number[]): Promise<LockedTask[]> {
  return trx
    .selectFrom('time_tasks')
    .select(['id', 'title', 'client_id', 'bucket_id', 'timer_mode', 'timer', 'task_status'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function insertTask(trx: Db, values: Insertable<TimeTaskTable>): Promise<number> {
  return (await trx.insertInto('time_tasks').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateTask(trx: Db, id: number, values: Updateable<TimeTaskTable>): Promise<void> {
  await trx.updateTable('time_tasks').set(values).where('id', '=', id).execute()
}

export async function deleteTask(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('time_tasks').where('id', '=', id).execute()
}

export async function listTaskSites(db: Db, id: number): Promise<number[]> {
  const rows = await db.selectFrom('time_task_sites').select('site_id').where('task_id', '=', id).execute()
  return rows.map(({ site_id }) => site_id)
}

export async function replaceSites(trx: Db, id: number, siteIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('time_task_sites').where('task_id', '=', id).execute()
  await sql`insert into time_task_sites (task_id, site_id)
    select ${id}, id from sites where id = any (${siteIds}::bigint[]) order by id`.execute(trx)
}

/** Replaces the counted time by an entered duration; old entries stay but are not counted. */
export async function replaceEntries(
  trx: Db,
  {
    task_id,
    milliseconds,
    now,
    ...who
  }: Pick<TimeEntryTable, 'task_id' | 'milliseconds' | 'user_id' | 'user_name'> & { now: Date },
): Promise<void> {
  await trx
    .updateTable('time_entries')
    .set({ replaced_at: now })
    .where('task_id', '=', task_id)
    .where('replaced_at', 'is', null)
    .execute()
  if (milliseconds === 0) return
  await trx
    .insertInto('time_entries')
    .values({ task_id, kind: 'manual', ...who, started_at: now, ended_at: now, milliseconds, replaced_at: null })
    .execute()
}

export function listTaskEntries(db: Db, id: number) {
  return db
    .selectFrom('time_entries')
    .select(['id', 'kind', 'user_name', 'started_at', 'ended_at', 'milliseconds', 'replaced_at'])
    .where('task_id', '=', id)
    .orderBy('id')
    .execute()
}
