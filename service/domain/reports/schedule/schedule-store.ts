import { type Selectable, sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import type { Day } from '../../../platform/calendar.ts'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { takeRows } from '../../../platform/work/work-store.ts'
import { clientIdIsVisible } from '../../sites/index.ts'

interface ScheduleTable {
  client_id: number
  active: boolean
  day_of_month: number
  recipients: string[]
  next_on: Day
  held_until: Date | null
  last_sent_at: Date | null
  last_period: string | null
  last_problem: string | null
  updated_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    report_schedules: ScheduleTable
  }
}

export type ScheduleRow = Selectable<ScheduleTable>

export const findSchedule = (db: Db, clientId: number): Promise<ScheduleRow | undefined> =>
  db.selectFrom('report_schedules').selectAll().where('client_id', '=', clientId).executeTakeFirst()

type ScheduleInput = Pick<
  ScheduleRow,
  'client_id' | 'active' | 'day_of_month' | 'recipients' | 'next_on' | 'updated_at'
>

export async function upsertSchedule(db: Db, schedule: ScheduleInput): Promise<ScheduleRow> {
  const { client_id: _, ...columns } = schedule
  return db
    .insertInto('report_schedules')
    .values(schedule)
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ ...columns, held_until: null, last_problem: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Claims one due schedule for half an hour, so that no other process sends it. */
export async function takeDueSchedule(db: Db, now: Date, today: Day): Promise<ScheduleRow | undefined> {
  const isFree = sql`coalesce(held_until, '-infinity') <= ${now}`
  const [row] = await takeRows<ScheduleRow>(
    db,
    { table: 'report_schedules', key: 'client_id' },
    {
      conditions: [sql`active and next_on <= ${today}::date`, isFree],
      orderBy: sql`next_on, client_id`,
      limit: 1,
    },
    { set: sql`held_until = ${now}::timestamptz + interval '30 minutes'` },
  )
  return row
}

/** Within the limits: schedules of clients with a visible site. The next to be sent first. */
export const listSchedules = (
  db: Database,
  limits: Limits | null,
  { page, perPage }: { page: number; perPage: number },
) =>
  queryRows(
    db,
    sql<ScheduleRow & { client_name: string }>`select report_schedules.*, clients.name as client_name
      from report_schedules join clients on clients.id = report_schedules.client_id where ${clientIdIsVisible('client_id', limits)}
      order by active desc, next_on, client_id limit ${perPage} offset ${(page - 1) * perPage}`,
  )

export async function countSchedules(db: Database, limits: Limits | null): Promise<number> {
  const query = sql<{
    total: number
  }>`select count(*) as total from report_schedules where ${clientIdIsVisible('client_id', limits)}`
  return oneRow(await queryRows(db, query)).total
}
