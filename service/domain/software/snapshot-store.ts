import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Item, SoftwareKind } from './software.ts'

export type SeenItem = Item & { kind: SoftwareKind; last_updated: string | null }

export interface SeenSoftware {
  /** The kinds of which everything is listed: what is not among the items is gone. */
  kinds: SoftwareKind[]
  items: SeenItem[]
  /** Kinds whose release dates were not told: the stored ones stay. */
  keepDatesOf: SoftwareKind[]
}

/**
 * One statement for all plugins and themes of a site. Rows that already say the same are not touched. The sites room
 * holds the site meanwhile, so that two snapshots never mix.
 */
export async function storeItems(trx: Db, siteId: number, { kinds, items, keepDatesOf }: SeenSoftware): Promise<void> {
  await sql`
    with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (
        kind text, slug text, name text, version text, active boolean, must_use boolean, is_connector boolean,
        parent_of_active boolean, last_updated date)
    ), gone as (
      delete from site_software as stored
      where site_id = ${siteId} and kind = any (${kinds}::text[])
        and not exists (select from seen where seen.kind = stored.kind and seen.slug = stored.slug)
    )
    insert into site_software as stored
      (site_id, kind, slug, name, version, active, must_use, is_connector, parent_of_active, last_updated)
    select ${siteId}, seen.* from (
      select seen.kind, seen.slug, seen.name, seen.version, seen.active, seen.must_use, seen.is_connector,
        seen.parent_of_active,
        case when seen.kind = any (${keepDatesOf}::text[]) then known.last_updated else seen.last_updated end
      from seen
      left join site_software as known
        on known.site_id = ${siteId} and known.kind = seen.kind and known.slug = seen.slug
      where known.slug is null
        or (known.name, known.version, known.active, known.must_use, known.is_connector, known.parent_of_active,
            known.last_updated)
          is distinct from
           (seen.name, seen.version, seen.active, seen.must_use, seen.is_connector, seen.parent_of_active,
            case when seen.kind = any (${keepDatesOf}::text[]) then known.last_updated else seen.last_updated end)
    ) as seen
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

export async function lastDigest(trx: Db, siteId: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('site_software_digests')
    .select('digest')
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row?.digest
}

export async function storeDigest(trx: Db, siteId: number, digest: string): Promise<void> {
  await trx
    .insertInto('site_software_digests')
    .values({ site_id: siteId, digest })
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet({ digest }))
    .execute()
}
