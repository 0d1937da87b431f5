import { type SelectQueryBuilder, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { limitValues } from '../sites/index.ts'
import { countedChanges } from './change.ts'
import type { ChangeRow } from './change-store.ts'

export interface ChangeFilter {
  siteIds?: number[]
  clientId?: number | undefined
  source?: ChangeRow['source'] | undefined
  types?: string[]
  actions?: string[]
  user?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Only of sites that the caller may see; not needed where the sites were looked up before. */
  limits?: Limits | null
}

export interface ChangePage {
  page: number
  perPage: number
  order?: 'asc' | 'desc'
}

export type ListedChange = ChangeRow & { site_url: string; site_name: string }

type Query = SelectQueryBuilder<Tables, 'site_changes', object>

function filtered(db: Db, filter: ChangeFilter): Query {
  const { siteIds = [], clientId, source, types = [], actions = [], user, since, until, limits } = filter
  let query: Query = db.selectFrom('site_changes')
  if (siteIds.length === 1) query = query.where('site_changes.site_id', '=', siteIds[0]!)
  if (siteIds.length > 1) query = query.where(sql<boolean>`site_changes.site_id = any (${siteIds}::bigint[])`)
  if (clientId !== undefined)
    query = query.where(sql<boolean>`site_changes.site_id in (select id from sites where client_id = ${clientId})`)
  if (source) query = query.where('source', '=', source)
  if (types.length > 0) query = query.where('type', 'in', types)
  if (actions.length > 0) query = query.where('action', 'in', actions)
  if (user) query = query.where('user_name', '=', user)
  if (since) query = query.where('at', '>=', since)
  if (until) query = query.where('at', '<', until)
  if (limits) {
    const [sites, tags] = limitValues(limits)
    query = query.where(
      sql<boolean>`(site_changes.site_id = any (${sites}::bigint[]) or site_changes.site_id in (
        select site_id from site_tags where tag_id = any (${tags}::bigint[])))`,
    )
  }
  return query
}

/** Newest first unless told otherwise; beyond what is counted there is nothing. */
export async function listChangeRows(
  db: Db,
  filter: ChangeFilter,
  { page, perPage, order = 'desc' }: ChangePage,
): Promise<ListedChange[]> {
  const offset = (page - 1) * perPage
  if (offset >= countedChanges) return []
  return filtered(db, filter)
    .innerJoin('sites', 'sites.id', 'site_changes.site_id')
    .selectAll('site_changes')
    .select(['sites.url as site_url', 'sites.name as site_name'])
    .orderBy('site_changes.at', order)
    .orderBy('site_changes.id', order)
    .limit(perPage)
    .offset(offset)
    .execute()
}

/** Counted up to a limit: nobody pages that far, and counting millions of rows would make every page slow. */
export async function countChanges(db: Db, filter: ChangeFilter): Promise<number> {
  const { total } = await db
    .selectFrom(filtered(db, filter).select(sql`1`.as('one')).limit(countedChanges).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
