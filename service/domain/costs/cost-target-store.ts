import { CompiledQuery, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { fetchPage } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { type CostTable, coveredSitesSql, type Targets } from './cost-store.ts'

export type TargetKind = keyof Targets

/** SQL that is true for rows that a limited key may see; parameters 2 and 3 are its limits. */
const visibleSql: Record<TargetKind, string> = {
  clients: `exists (select from sites where sites.client_id = clients.id and ${visibleSitesSql('sites', 2, 3)})`,
  tags: `(tags.id = any ($3::bigint[]) or exists (select from site_tags join sites on sites.id = site_tags.site_id
    where site_tags.tag_id = tags.id and ${visibleSitesSql('sites', 2, 3)}))`,
  sites: visibleSitesSql('sites', 2, 3),
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
  const text = `select id from ${kind} where id = any ($1::bigint[]) ${limits ? `and ${visibleSql[kind]}` : ''}
    order by id ${lock ? `for key share of ${kind}` : ''}`
  const values = [[...new Set(ids)], ...limitValues(limits)]
  const { rows } = await db.executeQuery<{ id: number }>(CompiledQuery.raw(text, values))
  return new Set(rows.map(({ id }) => id))
}

/** Whether these targets include a site that the key may not see. */
export async function reachesBeyond(db: Db, { sites, tags, clients }: Targets, limits: Limits): Promise<boolean> {
  const text = `select exists (
    select from sites where (id = any ($1::bigint[]) or client_id = any ($2::bigint[])
      or id in (select site_id from site_tags where tag_id = any ($3::bigint[])))
      and not ${visibleSitesSql('sites', 4, 5)}) as beyond`
  const values = [sites, clients, tags, ...limitValues(limits)]
  const { rows } = await db.executeQuery<{ beyond: boolean }>(CompiledQuery.raw(text, values))
  return rows[0]!.beyond
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

const ofSite = statement<Row & { via: string[] }>(
  'costs-of-site',
  `select costs.*, reached.via from costs
   join (
     select cost_id, array_agg(via order by via) as via from (
       select cost_id, 'site' as via from cost_targets where site_id = $1
       union select cost_id, 'client' from cost_targets where client_id = $2
       union select cost_id, 'tag' from cost_targets join site_tags using (tag_id) where site_tags.site_id = $1) as ways
     group by cost_id) as reached on reached.cost_id = costs.id
   order by lower(name), id`,
)

export const listCostsOfSite = (db: Database, site: { id: number; client_id: number | null }) =>
  db.fetch(ofSite, [site.id, site.client_id])

/** `site_id` and `site_name` are set when the cost applies to exactly one site of the client. */
export type ClientCostRow = Row & { site_id: number | null; site_name: string | null }

const ofClient = (limited: boolean) =>
  statement<ClientCostRow>(
    `costs-of-client${limited ? '-limited' : ''}`,
    `with owned as (
       select id, name from sites where client_id = $1 ${limited ? `and ${visibleSitesSql('sites', 2, 3)}` : ''}
     ), covered as (
       select cost_id, owned.id as site_id from cost_targets join owned on owned.id = cost_targets.site_id
       union select cost_id, owned.id from cost_targets
         join site_tags using (tag_id) join owned on owned.id = site_tags.site_id
       union select cost_id, owned.id from cost_targets cross join owned where client_id = $1
     ), reached as (
       select cost_id, case when count(*) = 1 then min(site_id) end as site_id from covered group by cost_id
       union all select cost_id, null from cost_targets
         where client_id = $1 and not exists (select from owned)
     )
     select costs.*, owned.id as site_id, owned.name as site_name
     from reached join costs on costs.id = reached.cost_id left join owned on owned.id = reached.site_id
     order by lower(costs.name), costs.id`,
  )

export const listCostsOfClient = (db: Database, clientId: number, limits: Limits | null) =>
  db.fetch(ofClient(limits !== null), [clientId, ...limitValues(limits)])

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
  const conditions = new Conditions().add('c', (at) => `id in (${coveredSitesSql(`$${at}`)})`, costId)
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  const listing = {
    name: 'sites-of-cost',
    columns: 'id, url, name, status, client_id',
    from: 'sites',
    orderBy: 'url, id',
    versions: [],
  }
  return fetchPage<CoveredSite>(db, listing, conditions, page)
}

/** The clients of a cost, and those of its sites. */
export function listClientsOfCost(db: Database, { costId, limits, ...page }: CoverageQuery) {
  const covered = `sites.id in (${coveredSitesSql('$1')}) ${limits ? `and ${visibleSitesSql('sites', 2, 3)}` : ''}`
  // A cost of a client applies to all its sites, so the first condition finds it for a limited key.
  const given = limits ? '' : 'or id in (select client_id from cost_targets where cost_id = $1)'
  const conditions = new Conditions().add(
    limits ? 'l' : 'c',
    () => `(id in (select client_id from sites where ${covered}) ${given})`,
    costId,
    ...limitValues(limits),
  )
  const listing = {
    name: 'clients-of-cost',
    columns: 'id, name, email, status',
    from: 'clients',
    orderBy: 'lower(name), id',
    perRow: `(select count(*) from sites where sites.client_id = page.id and ${covered}) as sites_covered`,
    versions: [],
  }
  return fetchPage<CoveredClient>(db, listing, conditions, page)
}
