import type { Selectable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { fetchPage } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { CostTable } from './cost-table.ts'
import { coveredSitesSql } from './visible-costs.ts'

/** Which cost reaches which site and client. A cost on a tag or client is one cost for each of their sites. */

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

/** `site_id` and `site_name` where exactly one site of the client is covered. */
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
  db.fetch(ofClient(limits !== null), [clientId, ...(limits ? limitValues(limits) : [])])

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

interface Asked {
  costId: number
  limits: Limits | null
  page: number
  perPage: number
}

/** The sites that it is for: its own, those with its tags, those of its clients. */
export function listSitesOfCost(db: Database, { costId, limits, ...page }: Asked) {
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

/** The clients that it was given to, and those of the sites it is for. */
export function listClientsOfCost(db: Database, { costId, limits, ...page }: Asked) {
  const covered = `sites.id in (${coveredSitesSql('$1')}) ${limits ? `and ${visibleSitesSql('sites', 2, 3)}` : ''}`
  // All sites of a client are covered when it was given to the client, so a limited key sees it among the first already.
  const given = limits ? '' : 'or id in (select client_id from cost_targets where cost_id = $1)'
  const conditions = new Conditions().add(
    limits ? 'l' : 'c',
    () => `(id in (select client_id from sites where ${covered}) ${given})`,
    costId,
    ...(limits ? limitValues(limits) : []),
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
