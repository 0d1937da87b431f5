import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues } from '../sites/index.ts'
import { visibleClientsSql } from './visible-tasks.ts'

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

function conditionOf({ search, include, exclude, withTasks, limits }: ClientFilter) {
  const parts: string[] = []
  const values: unknown[] = []
  let key = ''
  const add = (letter: string, text: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(text(...given.map((value) => values.push(value))))
  }
  if (limits) add('l', (a, b) => visibleClientsSql('clients.id', a!, b!), ...limitValues(limits))
  if (search !== '')
    add('q', (at) => `strpos(lower(clients.name || ' ' || coalesce(email, '')), lower($${at})) > 0`, search)
  if (include.length > 0) add('i', (at) => `clients.id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `clients.id <> all ($${at}::bigint[])`, exclude)
  if (withTasks) {
    const { startDate = null, endDate = null } = withTasks
    add(
      't',
      (from, to) => `exists (select from time_tasks where client_id = clients.id
        and date >= coalesce($${from}::date, '-infinity') and date <= coalesce($${to}::date, 'infinity'))`,
      startDate,
      endDate,
    )
  }
  return { key, condition: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

export async function listTimeClientRows(
  db: Database,
  filter: ClientFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<TimeClientRow[]> {
  const { key, condition, values } = conditionOf(filter)
  const at = values.length
  const text = `select id, name, email from clients where ${condition}
    order by lower(name), id limit $${at + 1} offset $${at + 2}`
  return db.fetch(statement<TimeClientRow>(`time-clients-${key}`, text), [...values, perPage, (page - 1) * perPage])
}

export async function countTimeClients(db: Database, filter: ClientFilter): Promise<number> {
  const { key, condition, values } = conditionOf(filter)
  const text = `select count(*) as total from clients where ${condition}`
  return (await db.fetch(statement<{ total: number }>(`time-clients-count-${key}`, text), values))[0]!.total
}
