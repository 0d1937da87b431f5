import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { InstalledItemVersion, MatchEntry } from './evaluate.ts'
import type { FeedItem } from './record-store.ts'

const columnsOf = (items: readonly FeedItem[]) =>
  sql`unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ slug }) => slug)}::text[])`

/** The versions of these items that sites have, read from the counts: a few rows for any number of sites. */
export const listInstalledVersions = (db: Db, items: readonly FeedItem[]): Promise<InstalledItemVersion[]> =>
  queryRows(
    db,
    sql<InstalledItemVersion>`
      select installed.kind, installed.slug, installed.folder, counted.version
      from (
        select item.kind, item.slug, wanted.slug as folder from ${columnsOf(items)} as wanted (kind, slug)
        join software_items as item on item.kind = wanted.kind
          and software_folder(item.kind, item.slug) collate "C" = wanted.slug collate "C"
      ) as installed
      cross join lateral (
        select version from software_counts as known where known.kind = installed.kind and known.slug = installed.slug
        union select version from software_count_changes as changed
        where changed.kind = installed.kind and changed.slug = installed.slug
      ) as counted
      union all
      select distinct 'core', 'wordpress', 'wordpress', wp_version from sites
      where wp_version <> '' and exists (select from ${columnsOf(items)} as wanted (kind, slug) where wanted.kind = 'core')`,
  )

export interface SiteItem extends InstalledItemVersion {
  site_id: number
  name: string
  is_active: boolean
}

/** What these sites have installed, WordPress included; everything, or one item. */
export const listSiteItems = (db: Db, siteIds: readonly number[], item: FeedItem | null = null): Promise<SiteItem[]> =>
  queryRows(
    db,
    sql<SiteItem>`
      select site_id, kind, slug, software_folder(kind, slug) as folder, name, version, active or must_use as is_active
      from site_software where site_id = any (${siteIds}::bigint[])
        and ${item === null ? sql`true` : sql`kind = ${item.kind} and slug = ${item.slug}`}
      union all
      select id, 'core', 'wordpress', 'wordpress', 'WordPress', wp_version, true from sites
      where id = any (${siteIds}::bigint[]) and wp_version <> '' and ${item === null || item.kind === 'core' ? sql`true` : sql`false`}`,
  )

/** What all sources say about these items. */
export const listMatchEntries = (db: Db, items: readonly FeedItem[]): Promise<MatchEntry[]> =>
  queryRows(
    db,
    sql<MatchEntry>`
      select entry.kind, entry.slug, entry.record_id, entry.source, entry.ranges, entry.fixed_versions,
        entry.withdrawn_at is not null as is_withdrawn
      from ${columnsOf(items)} as wanted (kind, slug)
      join vulnerabilities as entry on entry.kind = wanted.kind and entry.slug = wanted.slug
      where entry.record_id is not null`,
  )
