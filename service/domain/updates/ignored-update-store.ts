import { type Generated, type GeneratedAlways, sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { containing, type Fragment } from '../../platform/database/fragments.ts'
import { fetchPage, type Listing, type Page } from '../../platform/database/listing.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIsVisible } from '../sites/index.ts'
import { type IgnorableType, type IgnoreAction, type IgnoreTarget, nameOfEveryItem } from './ignored-update.ts'

interface IgnoredUpdateTable {
  id: GeneratedAlways<number>
  /** Null: on every site. */
  site_id: number | null
  ignored_at: Date
  type: IgnorableType
  /** Null: all items of this type. */
  slug: string | null
  /** Null: all versions. */
  version: string | null
  /** The name of the item when the rule was made. */
  name: string
  ignored_by: string
  reason: Generated<string>
  /** Null: until a person ends it. */
  ignored_until: Generated<Date | null>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    ignored_updates: IgnoredUpdateTable
  }
}

/** True when a rule ignores the update; `offered` is an alias of site_updates. */
export function isIgnored(offered: 'offered' | 'seen'): Fragment {
  const update = sql.ref(offered)
  const applies = sql`rule.type = ${update}.type and (rule.slug is null or rule.slug = ${update}.slug)
    and (rule.version is null or rule.version = ${update}.new_version)`
  // Two conditions, each with an index; one condition with `or` would read every rule.
  return sql`(exists (select from ignored_updates as rule where rule.site_id = ${update}.site_id and ${applies})
    or exists (select from ignored_updates as rule where rule.site_id is null and ${applies}))`
}

/**
 * Taken after the lock of the site by every transaction that marks updates of one site. A change of a rule for all sites
 * takes the lock exclusively, so that no update is marked by the old rules at the same time.
 */
export async function lockRulesShared(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.ignoreRules})`.execute(trx)
}
export async function lockRulesExclusive(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.ignoreRules})`.execute(trx)
}

/** The rules of one site, or with null those for every site; for some items or for all items of a type. */
export type RuleScope = IgnoreTarget & { siteId: number | null }

const ofScope = ({ siteId, type }: Pick<RuleScope, 'siteId' | 'type'>): Fragment =>
  sql`${siteId === null ? sql`site_id is null` : sql`site_id = ${siteId}`} and type = ${type}`
const ofItems = (slugs: readonly string[]): Fragment =>
  slugs.length === 0 ? sql`true` : sql`slug = any (${slugs}::text[])`

/** Who ignores, why, and until when; null: until a person ends it. */
export interface IgnoreNote {
  at: Date
  by: string
  reason: string
  until: Date | null
}

/** Adds rules, or changes the reason and the end of known ones. A rule for all versions of an item replaces its rules for single versions. */
export async function insertRules(trx: Db, rules: RuleScope, { at, by, reason, until }: IgnoreNote): Promise<void> {
  const { siteId, type, slugs, version } = rules
  if (version === null && slugs.length > 0) {
    await sql`delete from ignored_updates where ${ofScope(rules)} and ${ofItems(slugs)} and version is not null`.execute(
      trx,
    )
  }
  const there = siteId === null ? sql`true` : sql`site_id = ${siteId}`
  const known = slugs.length === 0 ? sql`slug is null` : ofItems(slugs)
  await sql`update ignored_updates set reason = ${reason}, ignored_until = ${until}::timestamptz
    where ${ofScope(rules)} and ${known} and version is not distinct from ${version}::text`.execute(trx)
  await sql`
    insert into ignored_updates (site_id, type, slug, version, name, ignored_at, ignored_by, reason, ignored_until)
    select ${siteId}::bigint, ${type}, item.slug, ${version}::text, coalesce(
        case when item.slug is null then ${nameOfEveryItem[type]} end,
        (select name from site_updates where type = ${type} and slug = item.slug and not ignored and ${there} limit 1),
        (select name from site_updates where type = ${type} and slug = item.slug and ignored and ${there} limit 1),
        (select name from site_software where kind = ${type} and slug = item.slug and ${there} limit 1),
        case when ${type} = 'core' then 'WordPress' end,
        item.slug), ${at}::timestamptz, ${by}, ${reason}, ${until}::timestamptz
    from unnest(${slugs.length === 0 ? [null] : slugs}::text[]) as item (slug)
    where ${version}::text is null or not exists (
      select from ignored_updates where ${ofScope(rules)} and slug = item.slug and version is null)
    on conflict do nothing`.execute(trx)
}

/** Deletes rules: without a version also those for single versions, without slugs also the one for the whole type. */
export async function deleteRules(trx: Db, rules: RuleScope): Promise<void> {
  const { slugs, version } = rules
  const ofVersion = version === null ? sql`true` : sql`version = ${version}`
  await sql`delete from ignored_updates where ${ofScope(rules)} and ${ofItems(slugs)} and ${ofVersion}`.execute(trx)
}

/** Deletes rules whose end has passed and lists their updates again, unless another rule ignores them. Returns the number. */
export async function deleteEndedRules(trx: Db, now: Date, max: number): Promise<number> {
  const { rows: ended } = await sql<Rule & { type: IgnorableType }>`delete from ignored_updates where id in (
      select id from ignored_updates where ignored_until <= ${now} order by ignored_until, id limit ${max})
    returning site_id, type, slug, version`.execute(trx)
  if (ended.length === 0) return 0
  await sql`update site_updates as offered set ignored = false
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as ended (site_id bigint, type text, slug text)
    where offered.ignored and offered.type = ended.type and (ended.slug is null or offered.slug = ended.slug)
      and (ended.site_id is null or offered.site_id = ended.site_id) and not ${isIgnored('offered')}`.execute(trx)
  return ended.length
}

export async function countEndedRules(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from ignored_updates where ignored_until <= ${now}`.execute(db)
  return oneRow(rows).total
}

/** Marks updates by the rules after rules were added or deleted. Returns the number of sites that changed. */
export async function applyRules(trx: Db, action: IgnoreAction, rules: RuleScope): Promise<number> {
  // A new rule covers exactly its items; after a deletion other rules may still cover them.
  const ofVersion = rules.version === null ? sql`true` : sql`new_version = ${rules.version}`
  // Evaluated once; usually no rule is left, and then no row is compared with the rules.
  const areRulesLeft = sql`exists (select from ignored_updates where type = ${rules.type}
    and (slug is null or ${ofItems(rules.slugs)}))`
  const wrong =
    action === 'ignore'
      ? sql`not ignored and ${ofVersion}`
      : sql`ignored and not (${areRulesLeft} and ${isIgnored('offered')})`
  const there = rules.siteId === null ? sql`true` : sql`site_id = ${rules.siteId}`
  const { rows } = await sql<{ sites: number }>`
    with changed as (
      update site_updates as offered set ignored = ${action === 'ignore'}
      where type = ${rules.type} and ${ofItems(rules.slugs)} and ${there} and ${wrong}
      returning site_id
    ) select count(distinct site_id) as sites from changed`.execute(trx)
  return oneRow(rows).sites
}

export interface Rule {
  site_id: number | null
  slug: string | null
  version: string | null
}

/** The rules that apply to a site and a type: its own and those for every site. */
export async function listRulesOfSite(db: Db, siteId: number, type: IgnorableType): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select site_id, slug, version from ignored_updates
    where type = ${type} and (site_id = ${siteId} or site_id is null) order by slug, version`.execute(db)
  return rows
}

interface IgnoredFilter {
  types: readonly IgnorableType[]
  /** site: rules of single sites; global: rules for every site; all: both. */
  scope: 'all' | 'site' | 'global'
  /** Undefined: every visible site. */
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
  reason: string
  ignored_until: Date | null
}

const ignoredListing: Listing = {
  columns: sql`rule.site_id, sites.url as site_url, sites.name as site_name, rule.type, rule.slug, rule.version, rule.name,
    rule.ignored_at, rule.ignored_by, rule.reason, rule.ignored_until`,
  from: sql`ignored_updates as rule left join sites on sites.id = rule.site_id`,
  // Rules for every site first; rules for a whole type before rules for items.
  orderBy: sql`sites.url nulls first, rule.site_id nulls first, rule.type, rule.slug nulls first,
    rule.version nulls first`,
  versions: [],
}

/** A page of rules. Rules for every site apply to every caller, so limits do not hide them. */
export function listIgnoredRules(
  db: Database,
  { types, scope, siteIds, search = '', limits }: IgnoredFilter,
  page: Page,
): Promise<{ rows: IgnoredRow[]; total: number }> {
  const conditions: Fragment[] = [
    sql`rule.type = any (${types}::text[])`,
    sql`(rule.site_id is null or ${siteIsVisible('sites', limits)})`,
  ]
  if (scope === 'site') conditions.push(sql`rule.site_id is not null`)
  if (scope === 'global') conditions.push(sql`rule.site_id is null`)
  if (siteIds) conditions.push(sql`(rule.site_id is null or rule.site_id = any (${siteIds}::bigint[]))`)
  if (search !== '') {
    const text = containing(search.toLowerCase())
    conditions.push(sql`(lower(rule.name) like ${text} or lower(rule.slug) like ${text})`)
  }
  return fetchPage<IgnoredRow>(db, ignoredListing, conditions, page)
}

export interface AffectedUpdate {
  site_id: number
  site_url: string
  type: string
  slug: string
  name: string
  new_version: string
}

const listedInPlans = 1_000

/** The updates that a rule would hide, or that its deletion would show again unless another rule hides them. */
export async function listAffectedUpdates(
  db: Database,
  action: IgnoreAction,
  { siteId, type, slugs, version }: RuleScope,
): Promise<{ rows: AffectedUpdate[]; total: number }> {
  const there: Fragment = siteId === null ? sql`true` : sql`offered.site_id = ${siteId}`
  const items = slugs.length === 0 ? sql`true` : sql`offered.slug = any (${slugs}::text[])`
  const thatVersion = version === null ? sql`true` : sql`offered.new_version = ${version}`
  // The rules that would stay.
  const kept = sql`exists (select from ignored_updates as rule
    where rule.type = offered.type and (rule.slug is null or rule.slug = offered.slug)
      and (rule.version is null or rule.version = offered.new_version)
      and (rule.site_id is null or rule.site_id = offered.site_id)
      and not (rule.site_id is not distinct from ${siteId}::bigint
        and ${slugs.length === 0 ? sql`true` : sql`coalesce(rule.slug = any (${slugs}::text[]), false)`}
        and ${version === null ? sql`true` : sql`rule.version is not distinct from ${version}`}))`
  const touched =
    action === 'ignore' ? sql`not offered.ignored and ${thatVersion}` : sql`offered.ignored and not ${kept}`
  const { rows } = await sql<AffectedUpdate & { total: number }>`
    select offered.site_id, sites.url as site_url, offered.type, offered.slug, offered.name, offered.new_version,
      count(*) over () as total
    from site_updates as offered join sites on sites.id = offered.site_id
    where offered.type = ${type} and ${items} and ${there} and ${touched}
    order by sites.url, sites.id, offered.slug limit ${listedInPlans}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
