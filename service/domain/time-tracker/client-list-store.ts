import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { clientIdIsVisible } from '../sites/index.ts'

export interface TimeClientRow {
  id: number
  name: string
  email: string | null
}

export interface ClientFilter {
  search: string
  include: number[]
  exclude: number[]
  /** Only clients with tasks in this period. */
  withTasks: { startDate?: string | undefined; endDate?: string | undefined } | null
  limits: Limits | null
}

function conditionOf({ search, include, exclude, withTasks, limits }: ClientFilter): Fragment {
  const conditions = [clientIdIsVisible('clients.id', limits)]
  if (search !== '') {
    conditions.push(sql`strpos(lower(clients.name || ' ' || coalesce(email, '')), lower(${search})) > 0`)
  }
  if (include.length > 0) conditions.push(sql`clients.id = any (${include}::bigint[])`)
  if (exclude.length > 0) conditions.push(sql`clients.id <> all (${exclude}::bigint[])`)
  if (withTasks) {
    const { startDate = null, endDate = null } = withTasks
    conditions.push(sql`exists (select from time_tasks where client_id = clients.id
      and date >= coalesce(${startDate}::date, '-infinity') and date <= coalesce(${endDate}::date, 'infinity'))`)
  }
  return allOf(conditions)
}

export async function listTimeClientRows(
  db: Database,
  filter: ClientFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<TimeClientRow[]> {
  return queryRows(
    db,
    sql<TimeClientRow>`select id, name, email from clients where ${conditionOf(filter)}
      order by lower(name), id limit ${perPage} offset ${(page - 1) * perPage}`,
  )
}

export async function countTimeClients(db: Database, filter: ClientFilter): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from clients where ${conditionOf(filter)}`
  return oneRow(await queryRows(db, query)).total
}
