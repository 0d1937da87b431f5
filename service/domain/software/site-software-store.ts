import { type Generated, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import type { Day } from '../../platform/calendar.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import type { Fragment } from '../../platform/database/fragments.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import type { Item, ItemWithUpdate, SoftwareKind } from './software.ts'

export interface SiteSoftwareTable {
  site_id: number
  last_updated: string | null
  active: boolean
  must_use: Generated<boolean>
  is_connector: Generated<boolean>
  parent_of_active: Generated<boolean>
  kind: SoftwareKind
  slug: string
  name: string
  version: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_software: SiteSoftwareTable
    software_items: { kind: SoftwareKind; slug: string; name: string; sites: Generated<number> }
    software_counts: { kind: SoftwareKind; slug: string; version: string; sites: number; active: number }
    site_software_digests: { site_id: number; digest: string }
  }
}

/** The plugins or themes of a site as of its last sync, by name. */
export function listSiteSoftware(db: Database, siteId: number, kind: SoftwareKind): Promise<ItemWithUpdate[]> {
  return queryRows(
    db,
    sql<ItemWithUpdate>`select item.slug, item.name, item.version, item.active, item.must_use, item.is_connector,
      item.parent_of_active,
        site_updates.new_version as update_version
      from site_software as item
      left join site_updates on site_updates.site_id = item.site_id and site_updates.type = item.kind
        and site_updates.slug = item.slug and site_updates.translates = '' and site_updates.language = ''
        and not site_updates.ignored
      where item.site_id = ${siteId} and item.kind = ${kind}
      order by lower(item.name), item.slug`,
  )
}

/** The named plugins or themes of many sites as of their last syncs. */
export function listSoftwareOfSites(
  db: Database,
  siteIds: readonly number[],
  kind: SoftwareKind,
  slugs: readonly string[],
): Promise<(Item & { site_id: number })[]> {
  return queryRows(
    db,
    sql<
      Item & { site_id: number }
    >`select site_id, slug, name, version, active, must_use, is_connector, parent_of_active
      from site_software where kind = ${kind} and slug = any (${slugs}::text[]) and site_id = any (${siteIds}::bigint[])
      order by site_id, slug`,
  )
}

/** All items of one kind on one site: a stored item that is not among them is gone. */
interface ReportedSoftware {
  siteId: number
  kind: SoftwareKind
  items: readonly Item[]
  /** Slug → day of the newest release; undefined: not reported, the stored ones stay. */
  dates: Readonly<Record<string, string>> | undefined
}

/**
 * One statement for all plugins and themes of any number of sites. Unchanged rows are not written. `ingest` has locked
 * the sites, so that two snapshots never mix.
 */
export async function replaceSiteSoftware(trx: Db, reported: readonly ReportedSoftware[]): Promise<void> {
  const items = reported.flatMap(({ siteId: site_id, kind, items, dates }) =>
    items.map((item) => ({ site_id, kind, ...item, keep_date: !dates, last_updated: dates?.[item.slug] })),
  )
  // The stored rows are read site by site first: while a new fleet is added, the planner has no statistics and would read
  // the whole table for every batch.
  await sql`
    with listed as materialized (
      select * from unnest(${reported.map(({ siteId }) => siteId)}::bigint[], ${reported.map(({ kind }) => kind)}::text[])
        as listed (site_id, kind)
    ), known as materialized (
      select software.* from listed cross join lateral (
        select * from site_software where site_id = listed.site_id and kind = listed.kind offset 0) as software
    ), seen as materialized (
      select item.site_id, item.kind, item.slug, item.name, item.version, item.active, item.must_use,
        item.is_connector, item.parent_of_active,
        case when item.keep_date then known.last_updated else item.last_updated end as last_updated
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (
        site_id bigint, kind text, slug text, name text, version text, active boolean, must_use boolean,
        is_connector boolean, parent_of_active boolean, keep_date boolean, last_updated date)
      left join known on known.site_id = item.site_id and known.kind = item.kind and known.slug = item.slug
    ), unseen as materialized (
      select site_id, kind, slug from known except select site_id, kind, slug from seen
    ), gone as (
      delete from site_software as stored using unseen
      where (stored.site_id, stored.kind, stored.slug) = (unseen.site_id, unseen.kind, unseen.slug)
    )
    insert into site_software as stored
      (site_id, kind, slug, name, version, active, must_use, is_connector, parent_of_active, last_updated)
    select * from seen
    where not exists (
      select from known
      where known.site_id = seen.site_id and known.kind = seen.kind and known.slug = seen.slug
        and (known.name, known.version, known.active, known.must_use, known.is_connector, known.parent_of_active,
            known.last_updated)
          is not distinct from
            (seen.name, seen.version, seen.active, seen.must_use, seen.is_connector, seen.parent_of_active,
            seen.last_updated))
    on conflict (site_id, kind, slug) do update set
      name = excluded.name, version = excluded.version, active = excluded.active, must_use = excluded.must_use,
      is_connector = excluded.is_connector, parent_of_active = excluded.parent_of_active,
      last_updated = excluded.last_updated`.execute(trx)
}

/** Only the dates, for a kind whose items were not reported. */
export async function updateReleaseDates(
  trx: Db,
  siteId: number,
  kind: SoftwareKind,
  dates: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    update site_software as stored set last_updated = new.last_updated
    from (
      select known.slug, seen.last_updated from site_software as known
      left join unnest(${Object.keys(dates)}::text[], ${Object.values(dates)}::date[]) as seen (slug, last_updated)
        on seen.slug = known.slug
      where known.site_id = ${siteId} and known.kind = ${kind}
    ) as new
    where stored.site_id = ${siteId} and stored.kind = ${kind} and stored.slug = new.slug
      and stored.last_updated is distinct from new.last_updated`.execute(trx)
}

export async function listDigests(trx: Db, siteIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ site_id: number; digest: string }>`
    select site_id, digest from site_software_digests where site_id = any (${siteIds}::bigint[])`.execute(trx)
  return new Map(rows.map(({ site_id, digest }) => [site_id, digest]))
}

export async function upsertDigests(trx: Db, sites: readonly { siteId: number; digest: string }[]): Promise<void> {
  await sql`
    insert into site_software_digests (site_id, digest)
    select * from unnest(${sites.map(({ siteId }) => siteId)}::bigint[], ${sites.map(({ digest }) => digest)}::text[])
    on conflict (site_id) do update set digest = excluded.digest`.execute(trx)
}

interface AbandonedFilter {
  kind: SoftwareKind
  /** The newest release was on this day or earlier. */
  until: string
  siteId: number | null
  limits: Limits | null
}

export interface AbandonedRow {
  site_id: number
  site_url: string
  site_name: string
  slug: string
  name: string
  version: string
  active: boolean
  last_updated: Day
}

/** The oldest release first. The page is read from the index alone, however high its number. */
export async function listAbandonedSoftware(
  db: Database,
  filter: AbandonedFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<AbandonedRow[]> {
  return queryRows(
    db,
    sql<AbandonedRow>`select item.site_id, sites.url as site_url, sites.name as site_name,
        item.slug, item.name, item.version, item.active, item.last_updated
      from (
        select site_id, kind, slug from site_software where ${isAbandoned(filter)}
        order by last_updated, slug, site_id limit ${perPage} offset ${(page - 1) * perPage}
      ) as page
      join site_software as item using (site_id, kind, slug)
      join sites on sites.id = item.site_id
      order by item.last_updated, item.slug, item.site_id`,
  )
}

export async function countAbandonedSoftware(db: Database, filter: AbandonedFilter): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from site_software where ${isAbandoned(filter)}`
  return oneRow(await queryRows(db, query)).total
}

/** The caller must have checked access to a single site. */
function isAbandoned({ kind, until, siteId, limits }: AbandonedFilter): Fragment {
  const ofSites = siteId === null ? siteIdIsVisible('site_id', limits) : sql`site_id = ${siteId}`
  return sql`kind = ${kind} and last_updated <= ${until}::date and ${ofSites}`
}
