import { type ColumnType, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** A selected site that the action leaves out, as jobs record it. */
export interface LeftOutRow {
  site_id: number
  site_url: string
  site_name: string
  code: string
  message: string
}

interface BulkPlanTable {
  id: string
  owner: string
  action: string
  options: ColumnType<Record<string, unknown>, string, string>
  site_ids: number[]
  left_out: ColumnType<LeftOutRow[], string, string>
  created_at: Date
  expires_at: Date
  job_id: number | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    bulk_plans: BulkPlanTable
  }
}

export type BulkPlanRow = Selectable<BulkPlanTable>

/** Plans that a caller can have at a time; the oldest ones are deleted. */
const plansPerOwner = 20

export async function insertPlan(trx: Db, plan: Omit<BulkPlanRow, 'job_id'>): Promise<void> {
  const { options, left_out, ...columns } = plan
  await sql`delete from bulk_plans where id in (
    select id from bulk_plans where owner = ${plan.owner} order by created_at desc, id offset ${plansPerOwner - 1})`.execute(
    trx,
  )
  await trx
    .insertInto('bulk_plans')
    .values({ ...columns, options: JSON.stringify(options), left_out: JSON.stringify(left_out) })
    .execute()
}

/** The plan, if it belongs to the caller and has not expired. Another call that runs it waits. */
export const lockPlan = (trx: Db, id: string, owner: string, now: Date): Promise<BulkPlanRow | undefined> =>
  trx
    .selectFrom('bulk_plans')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export const findPlan = (db: Db, id: string, owner: string, now: Date): Promise<BulkPlanRow | undefined> =>
  db
    .selectFrom('bulk_plans')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function updatePlanJob(trx: Db, id: string, jobId: number): Promise<void> {
  await trx.updateTable('bulk_plans').set({ job_id: jobId }).where('id', '=', id).execute()
}
