import { type Generated, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { allOf, type Fragment } from '../../platform/database/fragments.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import { isIgnored } from './ignored-update-store.ts'
import { type ReleaseStep, releaseStep } from './release-step.ts'
import type { AvailableUpdate, UpdateType } from './update.ts'

export interface SiteUpdateTable extends AvailableUpdate {
  site_id: number
  /** When this version was first available there. */
  first_seen_at: Date
  step: ReleaseStep
  /** Whether a rule ignores it. */
  ignored: Generated<boolean>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    site_updates: SiteUpdateTable
  }
}

/** The columns that identify an update of a site. */
export type UpdateKey = Pick<AvailableUpdate, 'type' | 'slug' | 'translates' | 'language'>

export async function listAvailableUpdates(db: Db, siteId: number): Promise<AvailableUpdate[]> {
  return (await listAvailableUpdatesBySite(db, [siteId])).get(siteId) ?? []
}

export async function listAvailableUpdatesBySite(
  db: Db,
  siteIds: readonly number[],
): Promise<Map<number, AvailableUpdate[]>> {
  const { rows } = await sql<Selectable<SiteUpdateTable>>`
    select * from site_updates where site_id = any (${siteIds}::bigint[])`.execute(db)
  const found = new Map<number, AvailableUpdate[]>()
  for (const { site_id, first_seen_at: _, ignored: __, step: ___, ...update } of rows) {
    const known = found.get(site_id)
    if (known) known.push(update)
    else found.set(site_id, [update])
  }
  return found
}

/** Those of the slugs that are installed on one of the sites and available in a newer version on none. */
export async function listUpToDateSlugs(
  db: Db,
  siteIds: readonly number[],
  slugs: readonly string[],
): Promise<Set<string>> {
  if (slugs.length === 0) return new Set()
  const { rows } = await sql<{ slug: string }>`
    select slug from unnest(${slugs}::text[]) as requested (slug)
    where (slug = 'wordpress' or exists (
        select from site_software as item where item.site_id = any (${siteIds}::bigint[]) and item.slug = requested.slug))
      and not exists (
        select from site_updates as offer where offer.site_id = any (${siteIds}::bigint[]) and offer.slug = requested.slug)
    `.execute(db)
  return new Set(rows.map(({ slug }) => slug))
}

/**
 * Replaces the updates of the sites, in one statement. Unchanged rows are not written; triggers count the changes. `ingest` has locked the sites, so
 * that two snapshots never mix; the caller has locked the ignore rules (shared). Returns the written updates that are ignored.
 */
export async function replaceUpdates(
  trx: Db,
  sites: readonly { siteId: number; updates: readonly AvailableUpdate[] }[],
  now: Date,
): Promise<(UpdateKey & { site_id: number })[]> {
  const named = sites.flatMap(({ siteId, updates }) =>
    updates.map((update) => ({
      ...update,
      site_id: siteId,
      step: releaseStep(update.type, update.current_version, update.new_version),
    })),
  )
  const { rows } = await sql<UpdateKey & { site_id: number; ignored: boolean }>`
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
       has_package, requires_wordpress, requires_php, tested_with, fits_wordpress, fits_php, url, step, ignored)
    select site_id, ${now}, type, slug, translates, language, name, current_version, new_version, active, premium,
      has_package, requires_wordpress, requires_php, tested_with, fits_wordpress, fits_php, url, step,
      ${isIgnored('seen')}
    from seen where not exists (
      select from site_updates as known where known.site_id = seen.site_id
        and (known.type, known.slug, known.translates, known.language) = (seen.type, seen.slug, seen.translates,
          seen.language)
        and (known.name, known.current_version, known.new_version, known.active, known.premium, known.has_package,
             known.requires_wordpress, known.requires_php, known.tested_with, known.fits_wordpress, known.fits_php,
               known.url)
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
      url = excluded.url, step = excluded.step, ignored = excluded.ignored
    returning stored.site_id, stored.type, stored.slug, stored.translates, stored.language, stored.ignored`.execute(trx)
  return rows.filter(({ ignored }) => ignored)
}

/** An update that is available and not ignored. */
export interface PendingUpdate extends AvailableUpdate {
  site_id: number
  /** When this version was first available there. */
  first_seen_at: Date
}

export interface PendingFilter {
  /** Undefined: all visible sites. An empty list means none. */
  siteIds?: readonly number[] | undefined
  /** Of the caller; null: no limits. */
  limits: Limits | null
  /** Empty or undefined: every type. */
  types?: readonly UpdateType[] | undefined
  /** Slugs of any type, WordPress being `wordpress`. Empty or undefined: every item. */
  slugs?: readonly string[] | undefined
  /** Only updates that were available by then. */
  offeredBefore?: Date | undefined
}

function isPending({ siteIds, limits, types = [], slugs = [], offeredBefore }: PendingFilter): Fragment {
  const conditions: Fragment[] = [sql`not pending.ignored`, siteIdIsVisible('pending.site_id', limits)]
  if (siteIds) conditions.push(sql`pending.site_id = any (${siteIds}::bigint[])`)
  if (types.length > 0) conditions.push(sql`pending.type = any (${types}::text[])`)
  if (slugs.length > 0) conditions.push(sql`pending.slug = any (${slugs}::text[])`)
  if (offeredBefore) conditions.push(sql`pending.first_seen_at <= ${offeredBefore}`)
  return allOf(conditions)
}

const columns = sql`pending.site_id, pending.first_seen_at, pending.type, pending.slug, pending.translates,
  pending.language, pending.name, pending.current_version, pending.new_version, pending.active, pending.premium,
  pending.has_package, pending.requires_wordpress, pending.requires_php, pending.tested_with, pending.fits_wordpress,
  pending.fits_php, pending.url`

/** The pending updates of a page of sites, in the order of their ids; always all updates of a site. */
async function fetchPendingUpdates(
  db: Database,
  filter: PendingFilter,
  { afterSite, sites }: { afterSite: number; sites: number },
): Promise<PendingUpdate[]> {
  const isSelected = isPending(filter)
  return queryRows(
    db,
    sql<PendingUpdate>`with chosen as materialized (
        select distinct pending.site_id from site_updates as pending
        where ${isSelected} and pending.site_id > ${afterSite} order by pending.site_id limit ${sites}
      )
      select ${columns} from chosen join site_updates as pending using (site_id) where ${isSelected}
      order by pending.site_id, pending.type, pending.slug, pending.translates, pending.language`,
  )
}

/** Sites with pending updates and the number of updates of each, in the order of their ids. */
export async function listSitesWithPendingUpdates(
  db: Database,
  filter: PendingFilter,
): Promise<{ site_id: number; updates: number }[]> {
  return queryRows(
    db,
    sql<{ site_id: number; updates: number }>`select pending.site_id, count(*) as updates
      from site_updates as pending where ${isPending(filter)}
      group by pending.site_id order by pending.site_id`,
  )
}

const sitesPerPage = 500

/**
 * The pending updates of the selected sites, site by site in the order of their ids. Reads many sites per query; for a
 * few sites, `for await` ends after one query.
 */
export async function* streamPendingUpdates(
  db: Database,
  filter: PendingFilter,
): AsyncGenerator<{ siteId: number; updates: PendingUpdate[] }> {
  let afterSite = 0
  for (;;) {
    const bySite = Map.groupBy(
      await fetchPendingUpdates(db, filter, { afterSite, sites: sitesPerPage }),
      (row) => row.site_id,
    )
    for (const [siteId, updates] of bySite) {
      yield { siteId, updates }
      afterSite = siteId
    }
    if (bySite.size < sitesPerPage) return
  }
}

export async function listPendingUpdates(
  db: Database,
  siteId: number,
  filter: Pick<PendingFilter, 'types' | 'slugs' | 'offeredBefore'> = {},
): Promise<PendingUpdate[]> {
  return fetchPendingUpdates(db, { ...filter, siteIds: [siteId], limits: null }, { afterSite: 0, sites: 1 })
}

/** The sites whose host updates WordPress itself. */
export async function listHostManagedSites(db: Database, siteIds: readonly number[]): Promise<Set<number>> {
  return new Set(
    (
      await queryRows(
        db,
        sql<{
          id: number
        }>`select id from sites where id = any (${siteIds}::bigint[]) and facts ->> 'managed_by_host' = 'true'`,
      )
    ).map(({ id }) => id),
  )
}

/** The available updates of the sites with what policies decide by, the ignored ones included. */
export async function listPolicyUpdates(
  db: Db,
  siteIds: readonly number[],
  item: { type: UpdateType; slug: string } | null = null,
): Promise<Selectable<SiteUpdateTable>[]> {
  return queryRows(
    db,
    sql<Selectable<SiteUpdateTable>>`select * from site_updates where site_id = any (${siteIds}::bigint[])
        and ${item ? sql<boolean>`type = ${item.type} and slug = ${item.slug}` : sql<boolean>`true`}
      order by site_id, type, slug, translates, language`,
  )
}

/** WordPress, plugins and themes of a site. Translations are not in the inventory. */
export const listInstalledItems = (
  db: Db,
  siteId: number,
): Promise<{ type: 'core' | 'plugin' | 'theme'; slug: string; name: string; current_version: string }[]> =>
  queryRows(
    db,
    sql`select kind as type, slug, name, coalesce(version, '') as current_version from site_software where site_id = ${siteId}
      union all select 'core', 'wordpress', 'WordPress', wp_version from sites where id = ${siteId}
      order by type, name, slug`,
  )
