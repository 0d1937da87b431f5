import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { siteIsVisible } from '../../operation/visible-sites-store.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'

export interface NetworkSite {
  id: number
  name: string
  url: string
  blog_id: number | null
}

const maxSites = 100

/**
 * Other sites that share the files of the site. The connector does not name the network: sites of networks with the same server, PHP,
 * database, plugins and themes are taken for one. Nothing wrong may follow if they are two.
 */
export const listNetworkSites = (db: Database, siteId: number, limits: Limits | null): Promise<NetworkSite[]> =>
  queryRows(
    db,
    sql<NetworkSite>`select other.id, other.name, other.url, (other.facts -> 'network' ->> 'blog_id')::bigint as blog_id
      from sites join sites as other on other.id <> sites.id and other.php_version = sites.php_version
        and other.facts ->> 'ip' = sites.facts ->> 'ip'
        and other.facts ->> 'database_version' = sites.facts ->> 'database_version'
        and jsonb_typeof(other.facts -> 'network') = 'object'
        and other.facts -> 'network' ->> 'blog_id' is distinct from sites.facts -> 'network' ->> 'blog_id'
      where sites.id = ${siteId} and jsonb_typeof(sites.facts -> 'network') = 'object' and sites.facts ->> 'ip' <> ''
        and (select array_agg(kind || slug order by kind, slug) from site_software where site_id = other.id)
          = (select array_agg(kind || slug order by kind, slug) from site_software where site_id = sites.id)
        and ${siteIsVisible('other', limits)}
      order by blog_id, other.id limit ${maxSites}`,
  )
