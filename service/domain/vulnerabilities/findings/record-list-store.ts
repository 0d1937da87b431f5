import { sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import { allOf, containing } from '../../../platform/database/fragments.ts'
import { siteIdIsVisible } from '../../sites/index.ts'
import type { VulnerabilitySource } from '../entry.ts'
import type { RecordRow } from '../matching/record-store.ts'
import type { VersionRange } from '../matching/version-range.ts'
import { conditionsOf, type FindingFilter, stateIs, urgencyOrder } from './finding-store.ts'

/** A vulnerability with the sites of the caller that have it. */
export interface ListedRecord extends RecordRow {
  name: string
  sources: VulnerabilitySource[]
  open_sites: number
  active_sites: number
  accepted_sites: number
  fixed_sites: number
  exposed_since: Date | null
  versions: string[]
  /** Times of the sites of the caller. */
  own_found_at: Date | null
  own_first_fixed_at: Date | null
  own_last_fixed_at: Date | null
}

export const recordOrders = {
  priority: sql`${urgencyOrder}, record.is_withdrawn, record.active_sites desc, record.exposed_since, record.id`,
  published: sql`record.published_at desc nulls last, record.id`,
  found: sql`record.found_at desc nulls last, record.id`,
  sites: sql`record.open_sites desc, record.id`,
} as const

/** Counts of the visible findings of a record. */
const countsOf = (limits: Limits | null) => sql`
  select count(distinct finding.site_id) filter (where ${stateIs('open')})::integer as open_sites,
    count(distinct finding.site_id) filter (where ${stateIs('open')} and finding.is_active)::integer as active_sites,
    count(distinct finding.site_id) filter (where ${stateIs('accepted')})::integer as accepted_sites,
    count(distinct finding.site_id) filter (where finding.fixed_how in ('updated', 'removed'))::integer as fixed_sites,
    min(finding.first_seen_at) filter (where ${stateIs('open')}) as exposed_since, min(finding.first_seen_at) as own_found_at,
    min(finding.fixed_at) filter (where finding.fixed_how in ('updated', 'removed')) as own_first_fixed_at,
    max(finding.fixed_at) as own_last_fixed_at,
    min(finding.name) as name, coalesce((array_agg(distinct finding.version) filter (where ${stateIs('open')}))[1:10], '{}') as versions
  from vulnerability_findings as finding
  where finding.record_id = record.id and ${siteIdIsVisible('finding.site_id', limits)}`

const sourcesOfRecord = sql`(select coalesce(array_agg(distinct entry.source order by entry.source), '{}')
  from vulnerabilities as entry where entry.record_id = record.id and (entry.withdrawn_at is null or record.is_withdrawn))`

/** Vulnerabilities with at least one visible finding that meets the filter. */
export async function listRecords(
  db: Database,
  filter: FindingFilter,
  limits: Limits | null,
  { page, perPage, sort }: { page: number; perPage: number; sort: keyof typeof recordOrders },
): Promise<{ rows: ListedRecord[]; total: number }> {
  const rows = await queryRows(
    db,
    sql<ListedRecord & { total: number }>`
      with found as materialized (
        select distinct finding.record_id from vulnerability_findings as finding
        join vulnerability_records as record on record.id = finding.record_id
        where ${allOf(conditionsOf(filter, limits))}
      ), counted as (
        select record.*, counts.* from found join vulnerability_records as record on record.id = found.record_id
        cross join lateral (${countsOf(limits)}) as counts
      ), page as (
        select *, count(*) over () as total from counted as record order by ${recordOrders[sort]}
        limit ${perPage} offset ${(page - 1) * perPage}
      )
      select record.*, ${sourcesOfRecord} as sources from page as record order by ${recordOrders[sort]}`,
  )
  // An empty page has no row that carries the total.
  if (rows.length === 0 && page > 1) {
    const { total } = await listRecords(db, filter, limits, { page: 1, perPage: 1, sort })
    return { rows: [], total }
  }
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Undefined if the caller sees no site that has or had it; with all sites, any record is found. */
export async function findListedRecord(
  db: Database,
  id: number,
  limits: Limits | null,
): Promise<ListedRecord | undefined> {
  const isKnown = limits
    ? sql`exists (select from vulnerability_findings as finding
        where finding.record_id = record.id and ${siteIdIsVisible('finding.site_id', limits)})`
    : sql`true`
  const query = sql<ListedRecord>`
    select record.*, counts.*, ${sourcesOfRecord} as sources from vulnerability_records as record
    cross join lateral (${countsOf(limits)}) as counts where record.id = ${id} and ${isKnown}`
  return (await queryRows(db, query))[0]
}

export async function findRecord(db: Db, id: number): Promise<RecordRow | undefined> {
  return (await queryRows(db, sql<RecordRow>`select * from vulnerability_records where id = ${id}`))[0]
}

/** By CVE, or by slug or part of the title, the newest first: for callers without limits. */
export const findRecordsByText = (db: Db, text: string, max: number): Promise<RecordRow[]> =>
  queryRows(
    db,
    sql<RecordRow>`select * from vulnerability_records as record
      where upper(cve) = upper(${text.trim()}) or slug = lower(${text.trim()})
        or (length(${text.trim()}::text) >= 4 and lower(title) like ${containing(text.trim().toLowerCase())})
      order by upper(cve) = upper(${text.trim()}) desc nulls last, ${urgencyOrder}, published_at desc nulls last, id limit ${max}`,
  )

export interface RecordEntry {
  source: VulnerabilitySource
  id: string
  title: string
  severity: RecordRow['severity']
  score: number | null
  fixed_in: string | null
  fixed_versions: string[]
  ranges: VersionRange[]
  url: string | null
  urls: string[]
  published_at: Date | null
  updated_at: Date | null
  withdrawn_at: Date | null
}

/** What each source says about it. */
export const listRecordEntries = (db: Db, recordId: number): Promise<RecordEntry[]> =>
  queryRows(
    db,
    sql<RecordEntry>`
      select source, id, title, severity, score, fixed_in, fixed_versions, ranges, url, urls,
        coalesce(published_at, published_on::timestamp at time zone 'UTC') as published_at, source_updated_at as updated_at,
        withdrawn_at
      from vulnerabilities where record_id = ${recordId} order by source, id limit 100`,
  )

export interface SettleTimes {
  severity: RecordRow['severity']
  is_settled: boolean
  since: 'published' | 'found'
  median: number
  longest: number
}

/** Seconds until every site was fixed or accepted, of records settled since then; of the others the seconds until now. */
export const listSettleTimes = (db: Db, settledSince: Date, now: Date): Promise<SettleTimes[]> =>
  queryRows(
    db,
    sql<SettleTimes>`
      select severity, settled_at is not null as is_settled, since,
        percentile_cont(0.5) within group (order by seconds) as median, max(seconds) as longest
      from vulnerability_records as record cross join lateral (
        select since, greatest(0, extract(epoch from coalesce(record.settled_at, ${now}) - began))::double precision as seconds
        from (values ('published', record.published_at), ('found', record.found_at)) as clock (since, began)
        where began is not null) as timed
      where found_at is not null and (settled_at is null or settled_at > ${settledSince})
      group by 1, 2, 3 order by 1, 2, 3`,
  )
