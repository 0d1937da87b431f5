import { type ColumnType, type Generated, sql } from 'kysely'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { ViewFilters, ViewRow } from './view.ts'

interface ViewTable {
  id: Generated<number>
  user_id: number | null
  name: string
  shared: boolean
  filters: ColumnType<ViewFilters, string, string>
  sort: ViewRow['sort']
  sort_order: 'asc' | 'desc'
  columns: string[] | null
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    views: ViewTable
    user_preferences: { user_id: number; name: string; value: ColumnType<unknown, string, string>; updated_at: Date }
  }
}

/** Who reads: limited callers see only their own views, because the others name clients and tags. */
export interface ViewReader {
  userId: number | null
  isLimited: boolean
}

/** Views in a list; users with more save none. */
export const maxViews = 100
const maxListed = 300

const isReadable = ({ userId, isLimited }: ViewReader) =>
  isLimited ? sql`views.user_id = ${userId}` : sql`(views.user_id = ${userId} or views.shared)`

/** Without an owner when that user was deleted. */
const columns = sql`views.id, views.user_id, users.login as owner, views.name, shared, filters, sort, sort_order, columns,
  views.updated_at`

/** Own ones first, then by name. */
export const listReadableViews = (db: Database, reader: ViewReader): Promise<ViewRow[]> =>
  queryRows(
    db,
    sql<ViewRow>`select ${columns} from views left join users on users.id = views.user_id where ${isReadable(reader)}
      order by views.user_id is distinct from ${reader.userId}, lower(views.name), views.id limit ${sql.lit(maxListed)}`,
  )

export async function findReadableView(db: Db, id: number, reader: ViewReader): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`select ${columns} from views left join users on users.id = views.user_id
    where views.id = ${id} and ${isReadable(reader)}`.execute(db)
  return rows[0]
}

export async function countOwnViews(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from views where user_id = ${userId}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export type ViewValues = Omit<ViewRow, 'id' | 'owner' | 'updated_at'>

/** The id; undefined when the user has another view of this name. */
export async function insertView(db: Db, { filters, ...values }: ViewValues, now: Date): Promise<number | undefined> {
  const row = await db
    .insertInto('views')
    .values({ ...values, filters: JSON.stringify(filters), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findOwnViewByName(db: Db, userId: number, name: string): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{
    id: number
  }>`select id from views where user_id = ${userId} and lower(name) = lower(${name})`.execute(db)
  return rows[0]
}

export async function updateView(db: Db, id: number, { filters, ...values }: ViewValues, now: Date): Promise<void> {
  await db
    .updateTable('views')
    .set({ ...values, filters: JSON.stringify(filters), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteViewRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('views').where('id', '=', id).execute()
}

/** Whether an update policy applies to the sites of the view. */
export async function hasPolicy(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from update_policies where view_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

export const listViewFilters = (db: Db, ids: readonly number[]): Promise<{ id: number; filters: ViewFilters }[]> =>
  queryRows(
    db,
    sql<{
      id: number
      filters: ViewFilters
    }>`select id, filters from views where id = any (${ids}::bigint[]) order by id`,
  )
