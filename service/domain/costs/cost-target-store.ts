import { type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { fetchPage } from '../../platform/database/listing.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { clientIdIsVisible, siteIsVisible, tagIdIsVisible } from '../sites/index.ts'
import { type CostTable, sitesOfCost, type Targets } from './cost-store.ts'

export type TargetKind = keyof Targets

/** True for the rows that the caller may see. */
const isVisible: Record<TargetKind, (limits: Limits | null) => Fragment> = {
  clients: (limits) => clientIdIsVisible('clients.id', limits),
  tags: (limits) => tagIdIsVisible('tags.id', limits),
  sites: (limits) => siteIsVisible('sites', limits),
}

interface LookupOptions {
  limits: Limits | null
  /** Lock the rows until the transaction ends. */
  lock?: boolean
}

/** The ids that exist and that the caller may see. */
export async function findKnownIds(
  db: Db,
  kind: TargetKind,
  ids: readonly number[],
  { limits, lock = false }: LookupOptions,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const table = sql.table(kind)
  const rows = await queryRows(
    db,
    sql<{ id: number }>`select id from ${table}
      where id = any (${[...new Set(ids)]}::bigint[]) and ${isVisible[kind](limits)}
      order by id ${lock ? sql`for key share of ${table}` : sql``}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether these targets include a site that the key may not see. */
export async function reachesBeyond(db: Db, { sites, tags, clients }: Targets, limits: Limits): Promise<boolean> {
  const query = sql<{ beyond: boolean }>`select exists (
    select from sites where (id = any (${sites}::bigint[]) or client_id = any (${clients}::bigint[])
      or id in (select site_id from site_tags where tag_id = any (${tags}::bigint[])))
      and not ${siteIsVisible('sites', limits)}) as beyond`
  return oneRow(await queryRows(db, query)).beyond
}

const columnOf = { sites: 'site_id', tags: 'tag_id', clients: 'client_id' } as const

/** Replaces the targets of one kind. */
export async function replaceTargets(
  trx: Db,
  kind: TargetKind,
  idsByCost: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const column = sql.ref(columnOf[kind])
  const costs = [...idsByCost.keys()]
  await sql`delete from cost_targets where cost_id = any (${costs}::bigint[]) and ${column} is not null`.execute(trx)
  const pairs = [...idsByCost].flatMap(([cost, ids]) => [...new Set(ids)].map((id) => ({ cost, id })))
  if (pairs.length === 0) return
  await sql`insert into cost_targets (cost_id, ${column})
    select * from unnest(${pairs.map(({ cost }) => cost)}::bigint[], ${pairs.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  )
}

/** Ids of tags by name or clients by e-mail address, ignoring case. */
export async function findIdsByName(
  db: Db,
  kind: 'tags' | 'clients',
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const key = sql.ref(kind === 'tags' ? 'tags.name_key' : 'clients.email_key')
  const { rows } = await sql<{ given: string; id: number }>`
    select given.name as given, ${sql.table(kind)}.id
    from unnest(${names}::text[]) as given (name) join ${sql.table(kind)} on ${key} = lower(given.name)`.execute(db)
  return new Map(rows.map(({ given, id }) => [given, id]))
}

type Row = Selectable<CostTable>

export const listCostsOfSite = (db: Database, site: { id: number; client_id: number | null }) =>
  queryRows(
    db,
    sql<Row & { via: ('site' | 'tag' | 'client')[] }>`select costs.*, reached.via from costs
      join (
        select cost_id, array_agg(via order by via) as via from (
          select cost_id, 'site' as via from cost_targets where site_id = ${site.id}
          union select cost_id, 'client' from cost_targets where client_id = ${site.client_id}
          union select cost_id, 'tag' from cost_targets join site_tags using (tag_id) where site_tags.site_id = ${site.id}
        ) as ways
        group by cost_id) as reached on reached.cost_id = costs.id
      order by lower(name), id`,
  )

/** `site_id` and `site_name` are set when the cost applies to exactly one site of the client. */
export type ClientCostRow = Row & { site_id: number | null; site_name: string | null }

export const listCostsOfClient = (db: Database, clientId: number, limits: Limits | null) =>
  queryRows(
    db,
    sql<ClientCostRow>`with owned as (
        select id, name from sites where client_id = ${clientId} and ${siteIsVisible('sites', limits)}
      ), covered as (
        select cost_id, owned.id as site_id from cost_targets join owned on owned.id = cost_targets.site_id
        union select cost_id, owned.id from cost_targets
          join site_tags using (tag_id) join owned on owned.id = site_tags.site_id
        union select cost_id, owned.id from cost_targets cross join owned where client_id = ${clientId}
      ), reached as (
        select cost_id, case when count(*) = 1 then min(site_id) end as site_id from covered group by cost_id
        union all select cost_id, null from cost_targets
          where client_id = ${clientId} and not exists (select from owned)
      )
      select costs.*, owned.id as site_id, owned.name as site_name
      from reached join costs on costs.id = reached.cost_id left join owned on owned.id = reached.site_id
      order by lower(costs.name), costs.id`,
  )

export interface CoveredSite {
  id: number
  url: string
  name: string
  status: 'connected' | 'disconnected' | 'suspended'
  client_id: number | null
}

export interface CoveredClient {
  id: number
  name: string
  email: string | null
  status: 'active' | 'suspended'
  sites_covered: number
}

interface CoverageQuery {
  costId: number
  limits: Limits | null
  page: number
  perPage: number
}

/** The sites of a cost: its own, those with its tags, those of its clients. */
export function listSitesOfCost(db: Database, { costId, limits, ...page }: CoverageQuery) {
  const listing = {
    columns: sql`id, url, name, status, client_id`,
    from: sql`sites`,
    orderBy: sql`url, id`,
    versions: [],
  }
  const conditions = [sql`id in (${sitesOfCost(costId)})`, siteIsVisible('sites', limits)]
  return fetchPage<CoveredSite>(db, listing, conditions, page)
}

/** The clients of a cost, and those of its sites. */
export function listClientsOfCost(db: Database, { costId, limits, ...page }: CoverageQuery) {
  const isCovered = sql`sites.id in (${sitesOfCost(costId)}) and ${siteIsVisible('sites', limits)}`
  // A cost of a client applies to all its sites, so the first condition finds it for a limited key.
  const isGiven = limits ? sql`false` : sql`id in (select client_id from cost_targets where cost_id = ${costId})`
  const listing = {
    columns: sql`id, name, email, status`,
    from: sql`clients`,
    orderBy: sql`lower(name), id`,
    perRow: sql`(select count(*) from sites where sites.client_id = page.id and ${isCovered}) as sites_covered`,
    versions: [],
  }
  const conditions = [sql`(id in (select client_id from sites where ${isCovered}) or ${isGiven})`]
  return fetchPage<CoveredClient>(db, listing, conditions, page)
}
