import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'

/** Who carries a tag: sites, and through them clients. */

export interface TaggedSite {
  id: number
  url: string
  name: string
  status: 'connected' | 'disconnected' | 'suspended'
  client_id: number | null
}

export interface TaggedClient {
  id: number
  name: string
  email: string | null
  status: 'active' | 'suspended'
  sites_with_tag: number
}

interface Asked {
  tagId: number
  limits: Limits | null
  page: number
  perPage: number
}

const carrying = (limited: boolean, at: number) =>
  `site_tags.tag_id = $1 ${limited ? `and ${visibleSitesSql('sites', at, at + 1)}` : ''}`

const taggedSites = (limited: boolean) =>
  statement<TaggedSite>(
    `tagged-sites${limited ? '-limited' : ''}`,
    `select sites.id, sites.url, sites.name, sites.status, sites.client_id
     from site_tags join sites on sites.id = site_tags.site_id where ${carrying(limited, 4)}
     order by sites.url, sites.id limit $2 offset $3`,
  )

const taggedClients = (limited: boolean) =>
  statement<TaggedClient>(
    `tagged-clients${limited ? '-limited' : ''}`,
    `select clients.id, clients.name, clients.email, clients.status, counted.sites_with_tag
     from (
       select sites.client_id, count(*) as sites_with_tag from site_tags join sites on sites.id = site_tags.site_id
       where ${carrying(limited, 4)} and sites.client_id is not null group by sites.client_id
     ) as counted join clients on clients.id = counted.client_id
     order by lower(clients.name), clients.id limit $2 offset $3`,
  )

const taggedClientsTotal = (limited: boolean) =>
  statement<{ total: number }>(
    `tagged-clients-total${limited ? '-limited' : ''}`,
    `select count(distinct sites.client_id) as total
     from site_tags join sites on sites.id = site_tags.site_id where ${carrying(limited, 2)}`,
  )

const valuesOf = ({ tagId, limits, page, perPage }: Asked) => [
  tagId,
  perPage,
  (page - 1) * perPage,
  ...(limits ? limitValues(limits) : []),
]

export const listTaggedSites = (db: Database, asked: Asked): Promise<TaggedSite[]> =>
  db.fetch(taggedSites(asked.limits !== null), valuesOf(asked))

export const listTaggedClients = (db: Database, asked: Asked): Promise<TaggedClient[]> =>
  db.fetch(taggedClients(asked.limits !== null), valuesOf(asked))

export async function countTaggedClients(db: Database, tagId: number, limits: Limits | null): Promise<number> {
  const [row] = await db.fetch(taggedClientsTotal(limits !== null), [tagId, ...(limits ? limitValues(limits) : [])])
  return row!.total
}
