import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Item, SoftwareKind } from './software.ts'

/** Everything of one kind on one site: what is not among the items is gone. */
export interface SeenSoftware {
  siteId: number
  kind: SoftwareKind
  items: readonly Item[]
  /** Slug → day of the newest release; undefined: not told, the stored ones stay. */
  dates: Readonly<Record<string, string>> | undefined
}

/**
 * One statement for all plugins and themes of any number of sites. Rows that already say the same are not touched. The
 * sites room holds the sites meanwhile, so that two snapshots never mix.
 */
export async function storeItems(trx: Db, seen: readonly SeenSoftware[]): Promise<void> {
  const items = seen.flatMap(({ siteId: site_id, kind, items, dates }) =>
    items.map((item) => ({ site_id, kind, ...item, keep_date: !dates, last_updated: dates?.[item.slug] })),
  )
  // What is stored of these sites is looked up site by site, first of all: while a new fleet comes in the planner knows
  // nothing of the table yet, and would read all of it for every batch.
  await sql`
    with listed as materialized (
      select * from unnest(${seen.map(({ siteId }) => siteId)}::bigint[], ${seen.map(({ kind }) => kind)}::text[])
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

/** The dates alone, for a kind whose items were not listed. */
export async function storeReleaseDates(
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

export async function lastDigests(trx: Db, siteIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ site_id: number; digest: string }>`
    select site_id, digest from site_software_digests where site_id = any (${siteIds}::bigint[])`.execute(trx)
  return new Map(rows.map(({ site_id, digest }) => [site_id, digest]))
}

export async function storeDigests(trx: Db, sites: readonly { siteId: number; digest: string }[]): Promise<void> {
  await sql`
    insert into site_software_digests (site_id, digest)
    select * from unnest(${sites.map(({ siteId }) => siteId)}::bigint[], ${sites.map(({ digest }) => digest)}::text[])
    on conflict (site_id) do update set digest = excluded.digest`.execute(trx)
}
