import type { Generated, Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

interface CheckTable {
  id: Generated<number>
  backup_id: number
  status: 'running' | 'passed' | 'failed'
  job_id: number | null
  started_by: string
  started_at: Date
  finished_at: Date | null
  tables: number | null
  rows: number | null
  /** Kinds of secrets of which one value was opened. */
  secrets: number | null
  failure: string | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    service_backup_checks: CheckTable
  }
}

export type CheckRow = Selectable<CheckTable>

/** The id of the new row; undefined while another check runs. */
export async function insertRestoreCheck(
  trx: Db,
  row: Pick<CheckRow, 'backup_id' | 'started_by' | 'started_at'>,
): Promise<number | undefined> {
  const inserted = await trx
    .insertInto('service_backup_checks')
    .values({ ...row, status: 'running' })
    .onConflict((conflict) => conflict.column('status').where('status', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function updateCheckJob(db: Db, id: number, jobId: number): Promise<void> {
  await db.updateTable('service_backup_checks').set({ job_id: jobId }).where('id', '=', id).execute()
}

export const findRestoreCheck = (db: Db, id: number): Promise<CheckRow | undefined> =>
  db.selectFrom('service_backup_checks').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest one that ended. */
export const findLastRestoreCheck = (db: Db): Promise<CheckRow | undefined> =>
  db
    .selectFrom('service_backup_checks')
    .selectAll()
    .where('status', '<>', 'running')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findRunningRestoreCheck = (db: Db): Promise<CheckRow | undefined> =>
  db.selectFrom('service_backup_checks').selectAll().where('status', '=', 'running').executeTakeFirst()

/** When a check last passed. */
export async function findLastPass(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('service_backup_checks')
    .select('finished_at')
    .where('status', '=', 'passed')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finished_at ?? null
}

/** False if it has ended already. */
export async function endRestoreCheck(
  trx: Db,
  id: number,
  outcome: Partial<Pick<CheckRow, 'tables' | 'rows' | 'secrets'>> & { failure: string | null; now: Date },
): Promise<boolean> {
  const { failure, now, ...counts } = outcome
  const ended = await trx
    .updateTable('service_backup_checks')
    .set({ status: failure === null ? 'passed' : 'failed', finished_at: now, failure, ...counts })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
