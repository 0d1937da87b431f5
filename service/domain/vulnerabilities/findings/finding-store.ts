import { sql } from 'kysely'
import type { Limits } from '../../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../../platform/database/database.ts'
import { allOf, containing, type Fragment } from '../../../platform/database/fragments.ts'
import { fetchPage } from '../../../platform/database/listing.ts'
import { oneRow } from '../../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../../sites/index.ts'
import type { Severity, VulnerabilitySource, VulnerableKind } from '../entry.ts'
import type { FindingRow } from '../matching/match-store.ts'

export interface FindingFilter {
  state: 'open' | 'accepted' | 'fixed' | 'any'
  severity: readonly Severity[]
  kind: readonly VulnerableKind[]
  slug?: string | undefined
  search: string
  has_fix?: boolean | undefined
  is_active?: boolean | undefined
  is_exploited?: boolean | undefined
  recordId?: number | undefined
  siteId?: number | undefined
}

export interface ListedFinding extends Omit<FindingRow, 'acceptance_id'> {
  site_name: string
  site_url: string
  title: string
  severity: Severity
  score: number | null
  cve: string | null
  urls: string[]
  is_withdrawn: boolean
  is_exploited: boolean
  published_at: Date | null
  /** The last sync of the site. */
  seen_at: Date | null
  sources: VulnerabilitySource[]
  acceptance: { id: number; reason: string; accepted_by: string; accepted_at: string; ends_at: string | null } | null
}

export const stateIs = (state: FindingFilter['state']): Fragment =>
  ({
    open: sql`finding.fixed_at is null and finding.acceptance_id is null`,
    accepted: sql`finding.fixed_at is null and finding.acceptance_id is not null`,
    fixed: sql`finding.fixed_at is not null`,
    any: sql`true`,
  })[state]

/** Conditions about `finding` and `record`. */
export function conditionsOf(filter: FindingFilter, limits: Limits | null): Fragment[] {
  const { state, severity, kind, slug, search, has_fix, is_active, is_exploited, recordId, siteId } = filter
  const pattern = containing(search.toLowerCase())
  return [
    stateIs(state),
    siteIdIsVisible('finding.site_id', limits),
    ...(severity.length > 0 ? [sql`record.severity = any (${severity}::text[])`] : []),
    ...(kind.length > 0 ? [sql`finding.kind = any (${kind}::text[])`] : []),
    ...(slug === undefined ? [] : [sql`(finding.slug = ${slug} or record.slug = lower(${slug}))`]),
    ...(search === ''
      ? []
      : [
          sql`(lower(record.title) like ${pattern} or lower(record.cve) like ${pattern} or record.slug like ${pattern}
          or lower(finding.name) like ${pattern})`,
        ]),
    ...(has_fix === undefined ? [] : [sql`(finding.fixed_in is not null) = ${has_fix}`]),
    ...(is_active === undefined ? [] : [sql`finding.is_active = ${is_active}`]),
    ...(is_exploited === undefined ? [] : [sql`record.is_exploited = ${is_exploited}`]),
    ...(recordId === undefined ? [] : [sql`finding.record_id = ${recordId}`]),
    ...(siteId === undefined ? [] : [sql`finding.site_id = ${siteId}`]),
  ]
}

const findingColumns = sql`finding.id, finding.record_id, finding.site_id, sites.name as site_name, sites.url as site_url,
  finding.kind, finding.slug, finding.name, finding.version, finding.is_active, finding.sources, record.title,
  record.severity, record.score, record.cve, record.urls, record.is_withdrawn, record.is_exploited, finding.fixed_in, record.published_at,
  finding.first_seen_at, sites.last_sync as seen_at, finding.fixed_at, finding.fixed_how, finding.fixed_version,
  (select json_build_object('id', acceptance.id, 'reason', acceptance.reason, 'accepted_by', acceptance.accepted_by,
     'accepted_at', acceptance.accepted_at, 'ends_at', acceptance.ends_at)
   from vulnerability_acceptances as acceptance where acceptance.id = finding.acceptance_id) as acceptance`

const findingsWithRecords = sql`vulnerability_findings as finding
  join vulnerability_records as record on record.id = finding.record_id join sites on sites.id = finding.site_id`

/** Known attacks come before every severity; a record that its sources withdrew has only its severity. */
export const urgencyOrder = sql`(record.is_exploited and not record.is_withdrawn) desc,
  array_position(array['critical', 'high', 'medium', 'unknown', 'low', 'none'], record.severity)`

/** The most urgent first, then by site. */
export const listFindings = (
  db: Database,
  filter: FindingFilter,
  limits: Limits | null,
  page: { page: number; perPage: number },
): Promise<{ rows: ListedFinding[]; total: number }> =>
  fetchPage<ListedFinding>(
    db,
    {
      columns: findingColumns,
      from: findingsWithRecords,
      orderBy: sql`${urgencyOrder}, finding.record_id, sites.name, finding.id`,
      versions: [],
    },
    conditionsOf(filter, limits),
    page,
  )

const findingsPerPage = 500

/** All of them in the order of their ids, page by page, for files and for work on each of them. */
export async function* listFindingPages(
  db: Database,
  filter: FindingFilter,
  limits: Limits | null,
): AsyncGenerator<ListedFinding[]> {
  let last = 0
  for (;;) {
    const rows = await queryRows(
      db,
      sql<ListedFinding>`select ${findingColumns} from ${findingsWithRecords}
        where ${allOf(conditionsOf(filter, limits))} and finding.id > ${last} order by finding.id limit ${findingsPerPage}`,
    )
    const newest = rows.at(-1)
    if (!newest) return
    yield rows
    last = newest.id
  }
}

export interface FindingCounts {
  critical: number
  high: number
  medium: number
  low: number
  none: number
  unknown: number
  total: number
  urgent: number
  exploited: number
  sites: number
  accepted: number
  fixed_30_days: number
}

/** Of the sites that the caller sees. Findings whose record changed were not fixed. */
export async function countFindings(db: Db, limits: Limits | null, now: Date): Promise<FindingCounts> {
  const isVisible = siteIdIsVisible('finding.site_id', limits)
  const of = (severity: string) => sql`count(*) filter (where record.severity = ${sql.lit(severity)})::integer`
  return oneRow(
    await queryRows(
      db,
      sql<FindingCounts>`
        select ${of('critical')} as critical, ${of('high')} as high, ${of('medium')} as medium, ${of('low')} as low,
          ${of('none')} as none, ${of('unknown')} as unknown, count(*)::integer as total,
          count(*) filter (where record.is_exploited or record.severity in ('critical', 'high'))::integer as urgent,
          count(*) filter (where record.is_exploited)::integer as exploited, count(distinct finding.site_id)::integer as sites,
          (select count(*)::integer from vulnerability_findings as finding where ${stateIs('accepted')} and ${isVisible}) as accepted,
          (select count(*)::integer from vulnerability_findings as finding
           where finding.fixed_at > ${new Date(now.getTime() - 30 * 86_400_000)} and finding.fixed_how <> 'record_changed'
             and ${isVisible}) as fixed_30_days
        from vulnerability_findings as finding join vulnerability_records as record on record.id = finding.record_id
        where ${stateIs('open')} and ${isVisible}`,
    ),
  )
}

/** Of the whole fleet, for metrics. */
export const countBySeverity = (
  db: Db,
): Promise<{ severity: Severity; state: 'open' | 'accepted'; findings: number }[]> =>
  queryRows(
    db,
    sql`
      select record.severity, case when finding.acceptance_id is null then 'open' else 'accepted' end as state,
        count(*)::integer as findings
      from vulnerability_findings as finding join vulnerability_records as record on record.id = finding.record_id
      where finding.fixed_at is null group by 1, 2`,
  )

export interface OpenRecordFacts {
  title: string
  severity: Severity
  is_exploited: boolean
  name: string
  sites: number
  active: number
  has_fix: boolean
  /** Null: no fix is known, or different ones for different versions. */
  fixed_in: string | null
}

/** Vulnerabilities of these severities or with known attacks that have open findings, one row each, the most urgent first. */
export const openRecordRows = (limits: Limits | null, severities: readonly Severity[]): Fragment =>
  sql`select record.id::text as key, null::bigint as site_id,
      min(finding.first_seen_at) as at,
      row_number() over (order by ${urgencyOrder}, count(distinct finding.site_id) desc, record.id) as position,
      null::bigint as assigned_user_id,
      jsonb_build_object('title', record.title, 'severity', record.severity, 'is_exploited', record.is_exploited, 'name', min(finding.name), 'has_fix', count(finding.fixed_in) > 0,
        'fixed_in', case when count(distinct finding.fixed_in) = 1 then min(finding.fixed_in) end,
        'sites', count(distinct finding.site_id),
        'active', count(distinct finding.site_id) filter (where finding.is_active)) as facts
    from vulnerability_findings as finding join vulnerability_records as record on record.id = finding.record_id
    where ${stateIs('open')} and not record.is_withdrawn
      and (record.is_exploited or record.severity = any (${[...severities]}::text[]))
      and ${siteIdIsVisible('finding.site_id', limits)}
      and exists (select from sites where sites.id = finding.site_id and sites.suspended_by = 'none')
    group by record.id`
