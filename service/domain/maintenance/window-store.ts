import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import type { Day } from '../../platform/calendar.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { clientIdIsVisible, siteIdIsVisible, tagIdIsVisible } from '../sites/index.ts'

export interface ScopeColumns {
  site_id: number | null
  tag_id: number | null
  client_id: number | null
}

interface WindowTable extends ScopeColumns {
  id: Generated<number>
  title: string
  note: string
  starts_at: Date | null
  ends_at: Date | null
  weekdays: number[] | null
  start_time: string | null
  duration_minutes: number | null
  time_zone: string | null
  last_day: Day | null
  planned_until: Date
  created_by: string
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    maintenance_windows: WindowTable
  }
}

export type WindowRow = Selectable<WindowTable>
export type NewWindow = Omit<WindowRow, 'id'>

/** With the name of its site, tag or client. */
export type ListedWindow = WindowRow & { scope_name: string | null }

/** Windows and periods of all sites, and those of sites, tags and clients that the caller sees; `row` is the name of the table. */
export const scopeIsVisible = (row: string, limits: Limits | null): Fragment =>
  limits === null
    ? sql`true`
    : sql`(num_nonnulls(${sql.ref(`${row}.site_id`)}, ${sql.ref(`${row}.tag_id`)}, ${sql.ref(`${row}.client_id`)}) = 0
        or ${sql.ref(`${row}.site_id`)} is not null and ${siteIdIsVisible(`${row}.site_id`, limits)}
        or ${sql.ref(`${row}.tag_id`)} is not null and ${tagIdIsVisible(`${row}.tag_id`, limits)}
        or ${sql.ref(`${row}.client_id`)} is not null and ${clientIdIsVisible(`${row}.client_id`, limits)})`

export const scopeName = (row: string): Fragment =>
  sql`coalesce((select name from sites where sites.id = ${sql.ref(`${row}.site_id`)}),
    (select name from tags where tags.id = ${sql.ref(`${row}.tag_id`)}),
    (select name from clients where clients.id = ${sql.ref(`${row}.client_id`)}))`

/** Running and future ones first, then by their start. */
export async function listWindows(
  db: Database,
  { limits, ended, now }: { limits: Limits | null; ended: boolean; now: Date },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: ListedWindow[]; total: number }> {
  const isOver = sql`coalesce(ends_at <= ${now}, last_day < (${now}::timestamptz at time zone 'UTC')::date - 1, false)`
  const windows = sql`from maintenance_windows as period where ${isOver} = ${ended} and ${scopeIsVisible('period', limits)}`
  const [rows, counted] = await Promise.all([
    queryRows(
      db,
      sql<ListedWindow>`select period.*, ${scopeName('period')} as scope_name ${windows}
        order by starts_at nulls first, id limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
    queryRows(db, sql<{ total: number }>`select count(*)::int as total ${windows}`),
  ])
  return { rows, total: oneRow(counted).total }
}

export async function findWindow(db: Database, id: number, limits: Limits | null): Promise<ListedWindow | undefined> {
  const query = sql<ListedWindow>`select period.*, ${scopeName('period')} as scope_name
    from maintenance_windows as period where id = ${id} and ${scopeIsVisible('period', limits)}`
  return (await queryRows(db, query))[0]
}

export const insertWindow = (trx: Db, window: NewWindow): Promise<WindowRow> =>
  trx.insertInto('maintenance_windows').values(window).returningAll().executeTakeFirstOrThrow()

export const updateWindow = (trx: Db, id: number, changes: Updateable<WindowTable>): Promise<WindowRow> =>
  trx.updateTable('maintenance_windows').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Its past periods stay. */
export async function deleteWindow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('maintenance_windows').where('id', '=', id).execute()
}

/** Weekly windows whose periods are not stored up to then; locked until the transaction ends. */
export const lockWindowsToPlan = (trx: Db, until: Date): Promise<WindowRow[]> =>
  trx
    .selectFrom('maintenance_windows')
    .selectAll()
    .where('weekdays', 'is not', null)
    .where('planned_until', '<', until)
    .orderBy('id')
    .limit(1_000)
    .forUpdate()
    .execute()

/** Which of the ids exist and are visible to the caller. */
export async function isScopeKnown(db: Database, scope: ScopeColumns, limits: Limits | null): Promise<boolean> {
  const { site_id, tag_id, client_id } = scope
  const query = sql<{ known: boolean }>`select
    (${site_id}::bigint is null or exists (select from sites where id = ${site_id} and ${siteIdIsVisible('sites.id', limits)}))
    and (${tag_id}::bigint is null or exists (select from tags where id = ${tag_id} and ${tagIdIsVisible('tags.id', limits)}))
    and (${client_id}::bigint is null or exists (select from clients where id = ${client_id} and ${clientIdIsVisible('clients.id', limits)}))
    as known`
  return oneRow(await queryRows(db, query)).known
}
