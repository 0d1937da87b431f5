import { type Generated, type Selectable, sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Fragment } from '../../../platform/database/fragments.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import type { VulnerabilitySource, VulnerableKind } from '../entry.ts'
import type { Match } from './evaluate.ts'
import type { FeedItem } from './record-store.ts'

interface FindingTable {
  id: Generated<number>
  record_id: number
  site_id: number
  is_active: boolean
  kind: VulnerableKind
  slug: string
  name: string
  version: string
  fixed_in: string | null
  sources: VulnerabilitySource[]
  first_seen_at: Date
  fixed_at: Date | null
  fixed_how: 'updated' | 'removed' | 'record_changed' | null
  fixed_version: string | null
  acceptance_id: number | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    vulnerability_findings: FindingTable
    vulnerability_site_checks: { site_id: number; software_digest: string; wp_version: string; checked_at: Date }
  }
}

export type FindingRow = Selectable<FindingTable>

/** The findings that a match changes: those of some sites, or those of all sites with some items. */
export type MatchScope = { siteIds: readonly number[] } | { items: readonly FeedItem[] }

/** Findings of one site that are new, or fixed. */
export interface SiteFindings {
  site_id: number
  count: number
  /** The first twenty. */
  ids: number[]
}

export interface FindingChanges {
  /** The first thousand and one sites. */
  sites: SiteFindings[]
  site_count: number
  finding_count: number
  record_ids: number[]
}

/** More sites than these become one event. */
export const maxSitesWithEvents = 1_000

const matchesOf = (matches: readonly Match[]) => sql`
  matched as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
      as matched (kind text, slug text, version text, record_id bigint, sources text[], fixed_in text, is_withdrawn boolean))`

const summarizeChanges = (changes: Fragment) => sql`
  , changes as (${changes}), by_site as (
    select site_id, count(*)::integer as count, (array_agg(id order by id))[1:20] as ids
    from changes group by site_id order by site_id limit ${sql.lit(maxSitesWithEvents + 1)})
  select coalesce((select json_agg(by_site) from by_site), '[]') as sites,
    (select count(distinct site_id)::integer from changes) as site_count,
    (select count(*)::integer from changes) as finding_count,
    coalesce((select json_agg(distinct record_id) from changes), '[]') as record_ids`

/** Inserts new findings and updates those whose version, state or sources changed. Returns the new ones. */
export async function insertFindings(
  trx: Db,
  matches: readonly Match[],
  scope: MatchScope,
  now: Date,
): Promise<FindingChanges> {
  const isOfSite = (column: string) =>
    'siteIds' in scope ? sql`${sql.ref(column)} = any (${scope.siteIds}::bigint[])` : sql`true`
  return oneRow(
    await queryRows(
      trx,
      sql<FindingChanges>`
        with ${matchesOf(matches)}, installed as (
          select matched.*, software.site_id, software.name, software.active or software.must_use as is_active
          from matched join site_software as software on software.kind = matched.kind collate "C"
            and software.slug = matched.slug collate "C" and software.version = matched.version collate "C"
          where ${isOfSite('software.site_id')}
          union all
          select matched.*, sites.id, 'WordPress', true from matched join sites on sites.wp_version = matched.version
          where matched.kind = 'core' and ${isOfSite('sites.id')}
        ), inserted as (
          insert into vulnerability_findings as known (record_id, site_id, is_active, kind, slug, name, version, fixed_in,
            sources, first_seen_at)
          select record_id, site_id, is_active, kind, slug, name, version, fixed_in, sources, ${now} from installed
          where not is_withdrawn
          order by site_id, kind, slug, record_id
          on conflict (site_id, kind, slug, record_id) where fixed_at is null do update
            set is_active = excluded.is_active, name = excluded.name, version = excluded.version,
              fixed_in = excluded.fixed_in, sources = excluded.sources
            where (known.is_active, known.name, known.version, known.fixed_in, known.sources) is distinct from
              (excluded.is_active, excluded.name, excluded.version, excluded.fixed_in, excluded.sources)
          returning id, site_id, record_id, xmax = 0 as is_new
        )
        ${summarizeChanges(sql`select id, site_id, record_id from inserted where is_new`)}`,
    ),
  )
}

/**
 * Closes findings that no longer match. A version that the site does not report leaves its findings as they are. Returns those
 * that were fixed on the site; a record that no longer lists the version is not a fix.
 */
export async function closeFindings(
  trx: Db,
  matches: readonly Match[],
  scope: MatchScope,
  now: Date,
): Promise<FindingChanges> {
  const isInScope =
    'siteIds' in scope
      ? sql`finding.site_id = any (${scope.siteIds}::bigint[])`
      : sql`finding.record_id in (select id from vulnerability_records
          where (kind, slug) in (select kind collate "C", slug collate "C" from unnest(
            ${scope.items.map(({ kind }) => kind)}::text[], ${scope.items.map(({ slug }) => slug)}::text[]) as item (kind, slug)))`
  return oneRow(
    await queryRows(
      trx,
      sql<FindingChanges>`
        with ${matchesOf(matches)}, gone as (
          select finding.id, installed.version
          from vulnerability_findings as finding
          left join lateral (
            select version from site_software as software where software.site_id = finding.site_id
              and software.kind = finding.kind and software.slug = finding.slug
            union all
            select wp_version from sites where finding.kind = 'core' and sites.id = finding.site_id
          ) as installed on true
          where finding.fixed_at is null and ${isInScope} and installed.version is distinct from ''
            -- Hashed for any number of matches; a join would be planned for a hundred and compare each finding with each match.
            and (installed.version is null or (finding.record_id, finding.kind, finding.slug, installed.version) not in (
              select record_id, kind collate "C", slug collate "C", version collate "C" from matched))
        ), closed as (
          update vulnerability_findings as finding set fixed_at = ${now}, fixed_version = gone.version,
            fixed_how = case when gone.version is null then 'removed' when gone.version <> finding.version then 'updated'
              else 'record_changed' end
          from gone where gone.id = finding.id returning finding.id, finding.site_id, finding.record_id, finding.fixed_how
        )
        ${summarizeChanges(sql`select id, site_id, record_id from closed where fixed_how <> 'record_changed'`)}`,
    ),
  )
}

/** Those of the sites whose software or WordPress changed since they were last compared. None if nothing is known. */
export async function listSitesToMatch(trx: Db, siteIds: readonly number[]): Promise<number[]> {
  const rows = await queryRows(
    trx,
    sql<{ id: number }>`
      select sites.id from sites
      left join site_software_digests as reported on reported.site_id = sites.id
      left join vulnerability_site_checks as checked on checked.site_id = sites.id
      where sites.id = any (${siteIds}::bigint[]) and exists (select from vulnerability_records)
        and (coalesce(reported.digest, ''), sites.wp_version) is distinct from (checked.software_digest, checked.wp_version)
      order by sites.id`,
  )
  return rows.map(({ id }) => id)
}

export async function upsertSiteChecks(trx: Db, siteIds: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into vulnerability_site_checks (site_id, software_digest, wp_version, checked_at)
    select sites.id, coalesce(reported.digest, ''), sites.wp_version, ${now} from sites
    left join site_software_digests as reported on reported.site_id = sites.id
    where sites.id = any (${siteIds}::bigint[])
    on conflict (site_id) do update set software_digest = excluded.software_digest, wp_version = excluded.wp_version,
      checked_at = excluded.checked_at`.execute(trx)
}
