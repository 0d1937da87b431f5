import { sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import type { WaveSite } from './cut-waves.ts'

/** What waves select by, of these sites. */
export const listWaveSites = (db: Db, siteIds: readonly number[]): Promise<WaveSite[]> =>
  queryRows(
    db,
    sql<WaveSite>`select id, client_id as "clientId", php_version as "phpVersion", wp_version as "wpVersion",
        lower(substring(url from '^[a-z]+://([^/:]+)')) as host,
        coalesce((select json_agg(tag_id order by tag_id) from site_tags where site_id = sites.id), '[]') as "tagIds"
      from sites where id = any (${siteIds}::bigint[]) order by id`,
  )
