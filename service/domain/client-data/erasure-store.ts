import { type ColumnType, type Generated, sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { ClientSubject } from './client-subject.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    client_erasures: {
      id: Generated<number>
      subject: ColumnType<unknown, string, string | null>
      erased: ColumnType<Record<string, number>, string | undefined, string>
      sites: number
      job_id: number | null
      started_by: string
      started_at: Date
      finished_at: Date | null
    }
  }
}

export interface NewErasure {
  subject: ClientSubject
  by: string
  now: Date
}

/** undefined: the client is being erased already. */
export async function insertErasure(trx: Db, { subject, by, now }: NewErasure): Promise<number | undefined> {
  const [row] = await queryRows(
    trx,
    sql<{ id: number }>`insert into client_erasures (subject, sites, started_by, started_at)
      values (${JSON.stringify(subject)}::jsonb, ${subject.siteIds.length}, ${by}, ${now})
      on conflict ((subject ->> 'clientId')) where finished_at is null do nothing returning id`,
  )
  return row?.id
}

export async function updateErasureJob(trx: Db, id: number, jobId: number): Promise<void> {
  await trx.updateTable('client_erasures').set({ job_id: jobId }).where('id', '=', id).execute()
}

export interface ErasureRow {
  /** null: finished. */
  subject: ClientSubject | null
  sites: number
  erased: Record<string, number>
}

export async function findErasure(db: Db, id: number): Promise<ErasureRow | undefined> {
  const row = await db
    .selectFrom('client_erasures')
    .select(['subject', 'sites', 'erased'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, subject: ClientSubject.nullable().parse(row.subject) }
}

export async function listUnfinishedErasures(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('client_erasures')
    .select('id')
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds to the counts; in the transaction that erased the rows, so that an interrupted erasure counts each row once. */
export async function addErasedRows(trx: Db, id: number, table: string, rows: number): Promise<void> {
  await queryRows(
    trx,
    sql`update client_erasures set erased = jsonb_set(erased, array[${table}],
      to_jsonb(coalesce((erased ->> ${table})::bigint, 0) + ${rows})) where id = ${id}`,
  )
}

/** Deletes what was searched for: it names the client. */
export async function finishErasure(db: Database, id: number, now: Date): Promise<void> {
  await db.updateTable('client_erasures').set({ subject: null, finished_at: now }).where('id', '=', id).execute()
}
