import { type Generated, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import type { ChangeCursor } from '../../platform/connector/snapshot/changes.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import { type changeOutcomes, type changeSources, maxCountedChanges } from './change.ts'

type Source = (typeof changeSources)[number]
type Outcome = (typeof changeOutcomes)[number]

interface ChangeTable {
  id: Generated<number>
  site_id: number
  at: Date
  source: Source
  key: string
  type: string
  action: string
  item: string
  description: string
  user_name: string
  outcome: Generated<Outcome>
  job_id: number | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_changes: ChangeTable
    site_change_cursors: { site_id: number; actions_after: number | null; log_after: number | null }
    change_log_audit: { only_row: Generated<boolean>; last_line: number; linked_line: Generated<number> }
  }
}

export type ChangeRow = Selectable<ChangeTable>

export interface NewChange {
  source: Source
  /** The same change always has the same key. */
  key: string
  at: Date
  type: string
  action: string
  item: string
  description: string
  user: string
  /** `done` by default. */
  outcome?: Outcome
  jobId?: number | null
}

/** The number of new changes of a site, and the keys of its newest ten. */
export interface InsertedChanges {
  site_id: number
  count: number
  keys: string[]
}

/** Ignores changes that are stored already, with one statement. */
export async function insertChanges(
  trx: Db,
  changes: readonly (NewChange & { siteId: number })[],
): Promise<InsertedChanges[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<InsertedChanges>`
    with added as (
      insert into site_changes (site_id, source, key, at, type, action, item, description, user_name, outcome, job_id)
      select "siteId", source, key, at, type, action, item, description, "user", coalesce(outcome, 'done'), "jobId"
      from json_to_recordset(${JSON.stringify(changes)}::json) as change ("siteId" bigint, source text, key text,
        at timestamptz, type text, action text, item text, description text, "user" text,
        outcome text, "jobId" bigint)
      on conflict (site_id, key) do nothing returning site_id, key, at)
    select site_id, count(*) as count, (array_agg(key order by at desc, key))[1:10] as keys
    from added group by site_id order by site_id`.execute(trx)
  return rows
}

/** Keeps only the newest changes of each site. */
export async function deleteExcessChanges(trx: Db, siteIds: readonly number[], max: number): Promise<void> {
  if (siteIds.length === 0) return
  await sql`
    delete from site_changes where id in (
      select oldest.id from unnest(${siteIds}::bigint[]) as given (site_id) cross join lateral (
        select id from site_changes where site_changes.site_id = given.site_id
        order by at desc, id desc offset ${max}) as oldest)`.execute(trx)
}

/** A cursor never moves back, and a row that would not change is not written. */
export async function upsertCursors(trx: Db, sites: readonly { siteId: number; next: ChangeCursor }[]): Promise<void> {
  const moved = sites.filter(({ next }) => next.actionsAfter !== null || next.logAfter !== null)
  if (moved.length === 0) return
  await sql`
    insert into site_change_cursors as known (site_id, actions_after, log_after)
    select * from unnest(${moved.map(({ siteId }) => siteId)}::bigint[],
      ${moved.map(({ next }) => next.actionsAfter)}::float8[], ${moved.map(({ next }) => next.logAfter)}::float8[])
    on conflict (site_id) do update set
      actions_after = greatest(known.actions_after, excluded.actions_after),
      log_after = greatest(known.log_after, excluded.log_after)
    where (known.actions_after, known.log_after) is distinct from
      (greatest(known.actions_after, excluded.actions_after), greatest(known.log_after, excluded.log_after))`.execute(
    trx,
  )
}

export interface ChangeFilter {
  siteIds?: number[]
  clientId?: number | undefined
  source?: ChangeRow['source'] | undefined
  outcome?: Outcome | undefined
  types?: string[]
  actions?: string[]
  user?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** The limits of the caller; not needed if the site ids were checked before. */
  limits?: Limits | null
}

export interface ChangePage {
  page: number
  perPage: number
  order?: 'asc' | 'desc'
}

export type ListedChange = ChangeRow & { site_url: string; site_name: string }

type Query = SelectQueryBuilder<Tables, 'site_changes', object>

function filterChanges(db: Db, filter: ChangeFilter): Query {
  const { siteIds = [], clientId, source, outcome, types = [], actions = [], user, since, until, limits } = filter
  let query: Query = db.selectFrom('site_changes')
  const [onlySite] = siteIds
  if (siteIds.length === 1 && onlySite !== undefined) query = query.where('site_changes.site_id', '=', onlySite)
  if (siteIds.length > 1) query = query.where(sql<boolean>`site_changes.site_id = any (${siteIds}::bigint[])`)
  if (clientId !== undefined)
    query = query.where(sql<boolean>`site_changes.site_id in (select id from sites where client_id = ${clientId})`)
  if (source) query = query.where('source', '=', source)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (types.length > 0) query = query.where('type', 'in', types)
  if (actions.length > 0) query = query.where('action', 'in', actions)
  if (user) query = query.where('user_name', '=', user)
  if (since) query = query.where('at', '>=', since)
  if (until) query = query.where('at', '<', until)
  if (limits) query = query.where(siteIdIsVisible('site_changes.site_id', limits))
  return query
}

/** Newest first by default; empty beyond the maximum that is counted. */
export async function listChangeRows(
  db: Db,
  filter: ChangeFilter,
  { page, perPage, order = 'desc' }: ChangePage,
): Promise<ListedChange[]> {
  const offset = (page - 1) * perPage
  if (offset >= maxCountedChanges) return []
  return filterChanges(db, filter)
    .innerJoin('sites', 'sites.id', 'site_changes.site_id')
    .selectAll('site_changes')
    .select(['sites.url as site_url', 'sites.name as site_name'])
    .orderBy('site_changes.at', order)
    .orderBy('site_changes.id', order)
    .limit(perPage)
    .offset(offset)
    .execute()
}

/** Up to a maximum: counting millions of rows would make every page slow. */
export async function countChanges(db: Db, filter: ChangeFilter): Promise<number> {
  const { total } = await db
    .selectFrom(filterChanges(db, filter).select(sql`1`.as('one')).limit(maxCountedChanges).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
