import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Versions } from '../import/read-facts.ts'

/** What this installation knows about a site. */
export interface PresentSite {
  id: number
  name: string
  client_id: number | null
  wp_version: string
  php_version: string
  child_version: string
  last_sync: Date | null
  tags: number[]
  plugins: Versions
  themes: Versions
  plugin_updates: Versions
  theme_updates: Versions
  core_update: string | null
}

const versionsOf = (table: 'site_software' | 'site_updates', kind: 'plugin' | 'theme') =>
  table === 'site_software'
    ? sql`coalesce((select jsonb_object_agg(slug, version) from site_software where site_id = sites.id and kind = ${sql.lit(kind)}), '{}')`
    : sql`coalesce((select jsonb_object_agg(slug, new_version) from site_updates where site_id = sites.id and type = ${sql.lit(kind)}), '{}')`

export const listPresentSites = (db: Db, ids: readonly number[]): Promise<PresentSite[]> =>
  queryRows(
    db,
    sql<PresentSite>`select id, name, client_id, wp_version, php_version, child_version, last_sync,
        array(select tag_id from site_tags where site_id = sites.id order by tag_id) as tags,
        ${versionsOf('site_software', 'plugin')} as plugins, ${versionsOf('site_software', 'theme')} as themes,
        ${versionsOf('site_updates', 'plugin')} as plugin_updates, ${versionsOf('site_updates', 'theme')} as theme_updates,
        (select max(new_version) from site_updates where site_id = sites.id and type = 'core') as core_update
      from sites where id = any (${[...ids]}::bigint[])`,
  )

export type PresentRow = { id: number } & Record<string, string | number | boolean | null>

/** Rows of the other kinds, with the fields that are compared. */
export function listPresentRows(
  db: Db,
  kind: 'client' | 'tag' | 'cost' | 'monitor',
  ids: readonly number[],
): Promise<PresentRow[]> {
  const given = sql`any (${[...ids]}::bigint[])`
  const queries = {
    client: sql<PresentRow>`select id, name, coalesce(email, '') as email from clients where id = ${given}`,
    tag: sql<PresentRow>`select id, name from tags where id = ${given}`,
    cost: sql<PresentRow>`select id, name, price::text, renewal_type, status from costs where id = ${given}`,
    monitor: sql<PresentRow>`select site_id as id, active, interval_seconds, type from monitors where site_id = ${given}`,
  }
  return queryRows(db, queries[kind])
}
