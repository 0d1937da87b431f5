import type { Selectable } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { CostTable } from './cost-table.ts'
import { coveredSitesSql } from './visible-costs.ts'

/** Which cost reaches which site and client. A cost on a tag or client is one cost for each of their sites. */

type Row = Selectable<CostTable>

const ofSite = statement<Row & { via: string[] }>(
  'costs-of-site',
  `select costs.*, array(
     select distinct case when site_id is not null then 'site' when tag_id is not null then 'tag' else 'client' end
     from cost_targets where cost_id = costs.id
       and (site_id = $1 or client_id = $2 or tag_id in (select tag_id from site_tags where site_tags.site_id = $1))
     order by 1) as via
   from costs where id in (
     select cost_id from cost_targets where site_id = $1
     union select cost_id from cost_targets where client_id = $2
     union select cost_id from cost_targets join site_tags using (tag_id) where site_tags.site_id = $1)
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

const valuesOf = ({ costId, limits, page, perPage }: Asked) => [
  costId,
  perPage,
  (page - 1) * perPage,
  ...(limits ? limitValues(limits) : []),
]
const seen = (limited: boolean) => (limited ? `and ${visibleSitesSql('sites', 4, 5)}` : '')

const sitesOfCost = (limited: boolean) =>
  statement<CoveredSite & { total: number }>(
    `sites-of-cost${limited ? '-limited' : ''}`,
    `with covered as (select id, url, name, status, client_id from sites where id in (${coveredSitesSql('$1')}) ${seen(limited)})
     select page.*, counted.total from (select count(*) as total from covered) as counted
       left join (select * from covered order by url, id limit $2 offset $3) as page on true
     order by page.url, page.id`,
  )

/** The clients it was given to, and those of the sites it is for. */
const clientsOfCost = (limited: boolean) =>
  statement<CoveredClient & { total: number }>(
    `clients-of-cost${limited ? '-limited' : ''}`,
    `with sites_of as (
       select client_id, count(*) as sites_covered from sites
       where client_id is not null and id in (${coveredSitesSql('$1')}) ${seen(limited)} group by client_id
     ), covered as (
       select clients.id, clients.name, clients.email, clients.status, coalesce(sites_of.sites_covered, 0) as sites_covered
       from clients left join sites_of on sites_of.client_id = clients.id
       where sites_of.client_id is not null
         ${limited ? '' : 'or clients.id in (select client_id from cost_targets where cost_id = $1)'}
     )
     select page.*, counted.total from (select count(*) as total from covered) as counted
       left join (select * from covered order by lower(name), id limit $2 offset $3) as page on true
     order by lower(page.name), page.id`,
  )

/** One row is always there and knows the total, even where the page is empty. */
function toPage<T extends { id: number }>(rows: (T & { total: number })[]): { rows: T[]; total: number } {
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]!.total }
}

export const listSitesOfCost = async (db: Database, asked: Asked) =>
  toPage<CoveredSite>(await db.fetch(sitesOfCost(asked.limits !== null), valuesOf(asked)))

export const listClientsOfCost = async (db: Database, asked: Asked) =>
  toPage<CoveredClient>(await db.fetch(clientsOfCost(asked.limits !== null), valuesOf(asked)))
