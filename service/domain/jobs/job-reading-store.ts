import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { JobRow, TargetRow } from './job-store.ts'

/** Jobs are for whoever started them and for administrators. */
const isEverybodys = (actor: Actor) => actor.kind === 'system' || (actor.role === 'administrator' && !actor.limits)

function visibleTo(db: Db, actor: Actor): SelectQueryBuilder<Tables, 'jobs', object> {
  const query = db.selectFrom('jobs')
  if (isEverybodys(actor)) return query
  if (actor.keyId !== null) return query.where('key_id', '=', actor.keyId)
  return query.where('user_id', '=', actor.userId ?? -1).where('key_id', 'is', null)
}

export function findJob(db: Db, id: number, actor: Actor): Promise<JobRow | undefined> {
  return visibleTo(db, actor).selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listJobRows(
  db: Db,
  actor: Actor,
  filter: { status?: JobRow['status'] | undefined; kind?: string | undefined },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: JobRow[]; total: number }> {
  let query = visibleTo(db, actor)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.kind) query = query.where('kind', '=', filter.kind)
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function listOpenJobs(db: Db, actor: Actor, most: number): Promise<{ rows: JobRow[]; total: number }> {
  const found = await visibleTo(db, actor)
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('open'))
    .where('status', 'in', ['pending', 'processing'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return { rows: found, total: found[0]?.open ?? 0 }
}

export async function listTargets(
  db: Db,
  jobId: number,
  filter: { state?: TargetRow['state'] | undefined },
  { page, perPage }: { page: number; perPage: number },
): Promise<TargetRow[]> {
  let query = db.selectFrom('job_targets').selectAll().where('job_id', '=', jobId)
  if (filter.state) query = query.where('state', '=', filter.state)
  return query
    .orderBy('position')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

/** Waiting targets never run any more; those that run are let to their end. */
export async function cancelWaiting(trx: Db, jobId: number, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('job_targets')
    .set({ state: 'cancelled', finished_at: now })
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const cancelled = Number(numUpdatedRows)
  await trx
    .updateTable('jobs')
    .set((job) => ({
      status: 'cancelled',
      cancelled: sql<number>`cancelled + ${cancelled}`,
      completed_at: sql<Date>`case when succeeded + failed + cancelled + ${cancelled} >= total then ${now}::timestamptz end`,
      started_at: job.fn.coalesce('started_at', sql<Date>`${now}::timestamptz`),
    }))
    .where('id', '=', jobId)
    .execute()
  return cancelled
}

/** Failed targets wait again, and so does their job. */
export async function reopenFailed(trx: Db, jobId: number): Promise<number[]> {
  const rows = await trx
    .updateTable('job_targets')
    .set({ state: 'waiting', error_code: null, error_message: null, finished_at: null })
    .where('job_id', '=', jobId)
    .where('state', '=', 'failed')
    .returning('position')
    .execute()
  if (rows.length > 0) {
    await trx
      .updateTable('jobs')
      .set({ status: 'processing', completed_at: null, failed: sql<number>`failed - ${rows.length}` })
      .where('id', '=', jobId)
      .execute()
  }
  return rows.map((row) => row.position)
}

export async function countTargets(db: Db, jobId: number, state?: TargetRow['state']): Promise<number> {
  let query = db.selectFrom('job_targets').select(sql<number>`count(*)`.as('total')).where('job_id', '=', jobId)
  if (state) query = query.where('state', '=', state)
  return (await query.executeTakeFirstOrThrow()).total
}
