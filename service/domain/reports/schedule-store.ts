import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

interface ScheduleTable {
  client_id: number
  active: boolean
  day_of_month: number
  recipients: string[]
  next_on: string
  held_until: Date | null
  last_sent_at: Date | null
  last_period: string | null
  last_problem: string | null
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    report_schedules: ScheduleTable
  }
}

export type ScheduleRow = Selectable<ScheduleTable>

export const findSchedule = (db: Db, clientId: number): Promise<ScheduleRow | undefined> =>
  db.selectFrom('report_schedules').selectAll().where('client_id', '=', clientId).executeTakeFirst()

type Written = Pick<ScheduleRow, 'client_id' | 'active' | 'day_of_month' | 'recipients' | 'next_on' | 'updated_at'>

export async function saveSchedule(db: Db, written: Written): Promise<ScheduleRow> {
  const { client_id: _, ...facts } = written
  return db
    .insertInto('report_schedules')
    .values(written)
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ ...facts, held_until: null, last_problem: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes one that is due, so that no other process takes it; whoever dies with it lets go of it in half an hour. */
export async function takeDueSchedule(db: Db, now: Date): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`
    update report_schedules set held_until = ${now}::timestamptz + interval '30 minutes'
    where client_id = (
      select client_id from report_schedules
      where active and next_on <= (${now}::timestamptz at time zone 'UTC')::date and coalesce(held_until, '-infinity') <= ${now}
      order by next_on, client_id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}
