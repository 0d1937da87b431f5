import { type Generated, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { ignoredSql } from './ignored-store.ts'
import type { AvailableUpdate } from './update.ts'

export interface SiteUpdateTable extends AvailableUpdate {
  site_id: number
  /** When this version was first on offer there. */
  first_seen_at: Date
  /** Whether a rule says that it shall be passed over. */
  ignored: Generated<boolean>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_updates: SiteUpdateTable
  }
}

/** What is stored as available for a site. */
export async function updatesOfSite(db: Db, siteId: number): Promise<AvailableUpdate[]> {
  return (await updatesOfSites(db, [siteId])).get(siteId) ?? []
}

export async function updatesOfSites(db: Db, siteIds: readonly number[]): Promise<Map<number, AvailableUpdate[]>> {
  const { rows } = await sql<Selectable<SiteUpdateTable>>`
    select * from site_updates where site_id = any (${siteIds}::bigint[])`.execute(db)
  const found = new Map<number, AvailableUpdate[]>()
  for (const { site_id, first_seen_at: _, ignored: __, ...update } of rows) {
    const known = found.get(site_id)
    if (known) known.push(update)
    else found.set(site_id, [update])
  }
  return found
}

/**
 * Makes these the updates of their sites, in one statement. Rows that already say the same are not touched. The sites
 * room holds the sites meanwhile, so that two snapshots never mix; the caller shares the rules of what is ignored.
 */
export async function replaceUpdates(
  trx: Db,
  sites: readonly { siteId: number; updates: readonly AvailableUpdate[] }[],
  now: Date,
): Promise<void> {
  const named = sites.flatMap(({ siteId, updates }) => updates.map((update) => ({ ...update, site_id: siteId })))
  await sql`
    with seen as (
      select * from jsonb_populate_recordset(null::site_updates, ${JSON.stringify(named)}::jsonb)
    ), gone as (
      delete from site_updates as stored
      where site_id = any (${sites.map(({ siteId }) => siteId)}::bigint[]) and not exists (
        select from seen where (seen.site_id, seen.type, seen.slug, seen.translates, seen.language)
          = (stored.site_id, stored.type, stored.slug, stored.translates, stored.language))
    )
    insert into site_updates as stored
      (site_id, first_seen_at, type, slug, translates, language, name, current_version, new_version, active, premium,
       has_package, requires_wordpress, requires_php, tested_with, fits_wordpress, fits_php, url, ignored)
    select site_id, ${now}, type, slug, translates, language, name, current_version, new_version, active, premium,
      has_package, requires_wordpress, requires_php, tested_with, fits_wordpress, fits_php, url,
      ${sql.raw(ignoredSql('seen'))}
    from seen where not exists (
      select from site_updates as known where known.site_id = seen.site_id
        and (known.type, known.slug, known.translates, known.language) = (seen.type, seen.slug, seen.translates, seen.language)
        and (known.name, known.current_version, known.new_version, known.active, known.premium, known.has_package,
             known.requires_wordpress, known.requires_php, known.tested_with, known.fits_wordpress, known.fits_php, known.url)
          is not distinct from
            (seen.name, seen.current_version, seen.new_version, seen.active, seen.premium, seen.has_package,
             seen.requires_wordpress, seen.requires_php, seen.tested_with, seen.fits_wordpress, seen.fits_php, seen.url))
    on conflict (site_id, type, slug, translates, language) do update set
      first_seen_at = case
        when stored.new_version = excluded.new_version then stored.first_seen_at else excluded.first_seen_at end,
      name = excluded.name, current_version = excluded.current_version, new_version = excluded.new_version,
      active = excluded.active, premium = excluded.premium, has_package = excluded.has_package,
      requires_wordpress = excluded.requires_wordpress, requires_php = excluded.requires_php,
      tested_with = excluded.tested_with, fits_wordpress = excluded.fits_wordpress, fits_php = excluded.fits_php,
      url = excluded.url, ignored = excluded.ignored`.execute(trx)
}
