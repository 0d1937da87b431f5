import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import type { Database } from '../../platform/database/database.ts'
import { fetchPage, type Listing, type Page } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { IgnorableType, IgnoreAction } from './ignored.ts'
import type { RuleScope } from './ignored-store.ts'

export interface IgnoredFilter {
  types: readonly IgnorableType[]
  /** site: rules of single sites; global: rules for every site; all: both. */
  scope: 'all' | 'site' | 'global'
  /** Undefined: every site that may be seen. */
  siteIds?: readonly number[] | undefined
  search?: string | undefined
  limits: Limits | null
}

export interface IgnoredRow {
  site_id: number | null
  site_url: string | null
  site_name: string | null
  type: IgnorableType
  slug: string | null
  version: string | null
  name: string
  ignored_at: Date
  ignored_by: string
}

const listing: Listing = {
  name: 'ignored-updates',
  columns: `rule.site_id, sites.url as site_url, sites.name as site_name, rule.type, rule.slug, rule.version, rule.name,
    rule.ignored_at, rule.ignored_by`,
  from: 'ignored_updates as rule left join sites on sites.id = rule.site_id',
  // Rules for every site come first; the whole of a type before its items.
  orderBy:
    'sites.url nulls first, rule.site_id nulls first, rule.type, rule.slug nulls first, rule.version nulls first',
  versions: [],
}

/** A page of what is ignored. Rules for every site concern everybody, so limits do not hide them. */
export function fetchIgnored(
  db: Database,
  { types, scope, siteIds, search = '', limits }: IgnoredFilter,
  page: Page,
): Promise<{ rows: IgnoredRow[]; total: number }> {
  const conditions = new Conditions().add('t', (at) => `rule.type = any ($${at}::text[])`, types)
  if (scope === 'site') conditions.add('s', () => 'rule.site_id is not null')
  if (scope === 'global') conditions.add('g', () => 'rule.site_id is null')
  if (siteIds) conditions.add('i', (at) => `(rule.site_id is null or rule.site_id = any ($${at}::bigint[]))`, siteIds)
  if (search !== '') {
    const text = containing(search.toLowerCase())
    conditions.add('q', (at) => `(lower(rule.name) like $${at} or lower(rule.slug) like $${at})`, text)
  }
  if (limits) {
    const visible = (a?: number, b?: number) => `(rule.site_id is null or ${visibleSitesSql('sites', a!, b!)})`
    conditions.add('l', visible, ...limitValues(limits))
  }
  return fetchPage<IgnoredRow>(db, listing, conditions, page)
}

export interface TouchedRow {
  site_id: number
  site_url: string
  type: string
  slug: string
  name: string
  new_version: string
}

const listedInPlans = 1_000

/** The updates that ignoring would hide, or that taking it back would show again as far as nothing else hides them. */
export async function fetchTouched(
  db: Database,
  action: IgnoreAction,
  { siteId, type, slugs, version }: RuleScope,
): Promise<{ rows: TouchedRow[]; total: number }> {
  const there: RawBuilder<unknown> = siteId === null ? sql`true` : sql`offered.site_id = ${siteId}`
  const items = slugs.length === 0 ? sql`true` : sql`offered.slug = any (${slugs}::text[])`
  const thatVersion = version === null ? sql`true` : sql`offered.new_version = ${version}`
  // Every rule that would stay.
  const kept = sql`exists (select from ignored_updates as rule
    where rule.type = offered.type and (rule.slug is null or rule.slug = offered.slug)
      and (rule.version is null or rule.version = offered.new_version)
      and (rule.site_id is null or rule.site_id = offered.site_id)
      and not (rule.site_id is not distinct from ${siteId}::bigint
        and ${slugs.length === 0 ? sql`true` : sql`coalesce(rule.slug = any (${slugs}::text[]), false)`}
        and ${version === null ? sql`true` : sql`rule.version is not distinct from ${version}`}))`
  const touched =
    action === 'ignore' ? sql`not offered.ignored and ${thatVersion}` : sql`offered.ignored and not ${kept}`
  const { rows } = await sql<TouchedRow & { total: number }>`
    select offered.site_id, sites.url as site_url, offered.type, offered.slug, offered.name, offered.new_version,
      count(*) over () as total
    from site_updates as offered join sites on sites.id = offered.site_id
    where offered.type = ${type} and ${items} and ${there} and ${touched}
    order by sites.url, sites.id, offered.slug limit ${listedInPlans}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
