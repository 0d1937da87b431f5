import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import { nameOfBackup } from '../../platform/backup-storage/backup-files.ts'
import type { UploadedPart } from '../../platform/backup-storage/s3.ts'
import { type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'

interface BackupTable {
  id: Generated<number>
  name: string
  target: 'folder' | 's3'
  location: string
  status: 'running' | 'done' | 'failed'
  step: 'writing' | 'storing' | 'ended'
  job_id: number | null
  started_by: string
  started_at: Date
  finished_at: Date | null
  bytes_done: Generated<number>
  size: number | null
  rows: number | null
  counts: ColumnType<Record<string, number> | null, string | null, string | null>
  snapshot_at: string | null
  upload_id: string | null
  failure: string | null
  deleted_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    service_backups: BackupTable
    service_backup_parts: { backup_id: number; number: number; etag: string }
  }
}

export type BackupRow = Selectable<BackupTable>

/** The id of the new row; undefined while another backup runs. */
export async function insertBackup(
  trx: Db,
  row: Pick<BackupRow, 'target' | 'location' | 'started_by' | 'started_at'>,
): Promise<{ id: number; name: string } | undefined> {
  const inserted = await trx
    .insertInto('service_backups')
    .values({ ...row, name: '', status: 'running', step: 'writing' })
    .onConflict((conflict) => conflict.column('status').where('status', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  const name = nameOfBackup(inserted.id, row.started_at)
  await trx.updateTable('service_backups').set({ name }).where('id', '=', inserted.id).execute()
  return { id: inserted.id, name }
}

export const findBackup = (db: Db, id: number): Promise<BackupRow | undefined> =>
  db.selectFrom('service_backups').selectAll().where('id', '=', id).executeTakeFirst()

export const findRunningBackup = (db: Db): Promise<BackupRow | undefined> =>
  db.selectFrom('service_backups').selectAll().where('status', '=', 'running').executeTakeFirst()

/** The newest one that succeeded and has its file. */
export const findLastBackup = (db: Db): Promise<BackupRow | undefined> =>
  db
    .selectFrom('service_backups')
    .selectAll()
    .where('status', '=', 'done')
    .where('deleted_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest one that ended. */
export const findLastEndedBackup = (db: Db): Promise<BackupRow | undefined> =>
  db
    .selectFrom('service_backups')
    .selectAll()
    .where('status', '<>', 'running')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listServiceBackupRows = (
  db: Db,
  { page, perPage }: { page: number; perPage: number },
): Promise<BackupRow[]> =>
  db
    .selectFrom('service_backups')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()

export async function countServiceBackups(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('service_backups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** When the first backup that succeeded was started. */
export async function findFirstBackupTime(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('service_backups')
    .select('started_at')
    .where('status', '=', 'done')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? null
}

/** Whether backups are set up and one has succeeded. */
export async function hasServiceBackup(db: Db): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select from service_backups where status = 'done' and deleted_at is null
      and exists (select from service_backup_settings where target <> 'none') limit 1`,
  )
  return rows.length > 0
}

type Progress = Partial<
  Pick<BackupRow, 'step' | 'job_id' | 'bytes_done' | 'size' | 'rows' | 'snapshot_at' | 'upload_id'>
> & { counts?: Record<string, number> }

export async function updateBackup(db: Db, id: number, { counts, ...changes }: Progress): Promise<void> {
  await db
    .updateTable('service_backups')
    .set({ ...changes, ...(counts && { counts: JSON.stringify(counts) }) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** False if it has ended already. */
export async function endBackup(
  trx: Db,
  id: number,
  { failure, now }: { failure: string | null; now: Date },
): Promise<boolean> {
  const ended = await trx
    .updateTable('service_backups')
    .set({
      status: failure === null ? 'done' : 'failed',
      step: 'ended',
      finished_at: now,
      upload_id: null,
      failure,
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (ended) await deleteBackupParts(trx, id)
  return ended !== undefined
}

/** Backups of this place that the rule no longer keeps: beyond the newest `keepCount`, or older than `before`. The newest always stays. */
export const listExpiredBackups = (
  db: Db,
  {
    target,
    location,
    keepCount,
    before,
  }: Pick<BackupRow, 'target' | 'location'> & { keepCount: number; before: Date | null },
): Promise<Pick<BackupRow, 'id' | 'name'>[]> =>
  queryRows(
    db,
    sql<Pick<BackupRow, 'id' | 'name'>>`select id, name from (
        select id, name, started_at, row_number() over (order by started_at desc, id desc) as rank
        from service_backups
        where status = 'done' and deleted_at is null and target = ${target} and location = ${location}
      ) as kept
      where rank > 1 and (rank > ${keepCount} or started_at < ${before}::timestamptz)
      order by started_at limit 100`,
  )

/** The newest failed ones of this place. */
export async function listFailedNames(
  db: Db,
  { target, location }: Pick<BackupRow, 'target' | 'location'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('service_backups')
    .select('name')
    .where('status', '=', 'failed')
    .where('target', '=', target)
    .where('location', '=', location)
    .orderBy('started_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ name }) => name)
}

export async function updateDeleted(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('service_backups').set({ deleted_at: now }).where('id', '=', id).execute()
}

export const listBackupParts = (db: Db, backupId: number): Promise<UploadedPart[]> =>
  db
    .selectFrom('service_backup_parts')
    .select(['number', 'etag'])
    .where('backup_id', '=', backupId)
    .orderBy('number')
    .execute()

export async function insertBackupPart(db: Db, backupId: number, part: UploadedPart): Promise<void> {
  await db
    .insertInto('service_backup_parts')
    .values({ backup_id: backupId, ...part })
    .onConflict((conflict) => conflict.columns(['backup_id', 'number']).doUpdateSet({ etag: part.etag }))
    .execute()
}

export async function deleteBackupParts(db: Db, backupId: number): Promise<void> {
  await db.deleteFrom('service_backup_parts').where('backup_id', '=', backupId).execute()
}

/** A problem with the backups, for people. */
export interface BackupProblem {
  what: 'cannot-run' | 'failed' | 'late' | 'check-failed' | 'check-late'
  /** Of this occurrence: the next failed attempt is the same one. */
  key: string
  at: string | null
  reason: string | null
}

/** These problems as rows of the inbox. */
export const backupProblemRows = (problems: readonly BackupProblem[]): Fragment =>
  sql`select key, null::bigint as site_id, at, row_number() over (order by what like 'check%') as position,
      null::bigint as assigned_user_id, jsonb_build_object('what', what, 'reason', reason) as facts
    from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as problem (what text, key text, at timestamptz, reason text)`

/** Ids of running backups and checks whose job has ended without recording it, such as a cancelled one. */
export const listAbandonedRuns = (db: Db): Promise<{ kind: 'backup' | 'check'; id: number }[]> =>
  queryRows(
    db,
    sql<{ kind: 'backup' | 'check'; id: number }>`
      select 'backup' as kind, run.id from service_backups as run left join jobs on jobs.id = run.job_id
      where run.status = 'running' and run.job_id is not null and (jobs.id is null or jobs.completed_at is not null)
      union all
      select 'check', run.id from service_backup_checks as run left join jobs on jobs.id = run.job_id
      where run.status = 'running' and run.job_id is not null and (jobs.id is null or jobs.completed_at is not null)`,
  )

/** Deletes rows whose file is gone, or that failed, from before then. */
export const deleteOldBackups = async (db: Db, before: Date, limit: number): Promise<number> =>
  (
    await queryRows(
      db,
      sql<{ id: number }>`delete from service_backups where id in (
        select id from service_backups
        where started_at < ${before} and (deleted_at is not null or status = 'failed') limit ${limit}
      ) returning id`,
    )
  ).length
