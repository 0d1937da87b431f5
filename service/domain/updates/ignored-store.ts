import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type IgnorableType, type IgnoreAction, type Ignoring, nameOfEveryItem } from './ignored.ts'
import './ignored-table.ts'

/** SQL that is true when a rule says that what is on offer (an alias of site_updates) shall be passed over. */
export function ignoredSql(offered: string): string {
  const fits = `rule.type = ${offered}.type and (rule.slug is null or rule.slug = ${offered}.slug)
    and (rule.version is null or rule.version = ${offered}.new_version)`
  // Two questions that an index answers each, where one with `or` would read every rule.
  return `(exists (select from ignored_updates as rule where rule.site_id = ${offered}.site_id and ${fits})
    or exists (select from ignored_updates as rule where rule.site_id is null and ${fits}))`
}

// Any number will do as long as nothing else in this database uses it.
const lockOfRules = 870_093

/**
 * Whoever marks updates of one site by the rules shares this with others who do, after holding the site. Whoever changes
 * a rule for all sites has it alone, so that no update slips through between its look and the other's.
 */
export async function shareRules(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOfRules})`.execute(trx)
}
export async function holdRules(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOfRules})`.execute(trx)
}

/** The rules of one site, or with null those for every site; of some items or of everything of a type. */
export type RuleScope = Ignoring & { siteId: number | null }

const ofScope = ({ siteId, type }: Pick<RuleScope, 'siteId' | 'type'>): RawBuilder<unknown> =>
  sql`${siteId === null ? sql`site_id is null` : sql`site_id = ${siteId}`} and type = ${type}`
const ofItems = (slugs: readonly string[]): RawBuilder<unknown> =>
  slugs.length === 0 ? sql`true` : sql`slug = any (${slugs}::text[])`

/** Adds rules. All versions of an item make a rule for one of them idle: it goes, or is not added. */
export async function addRules(trx: Db, rules: RuleScope, { at, by }: { at: Date; by: string }): Promise<void> {
  const { siteId, type, slugs, version } = rules
  if (version === null && slugs.length > 0) {
    await sql`delete from ignored_updates where ${ofScope(rules)} and ${ofItems(slugs)} and version is not null`.execute(
      trx,
    )
  }
  const there = siteId === null ? sql`true` : sql`site_id = ${siteId}`
  await sql`
    insert into ignored_updates (site_id, type, slug, version, name, ignored_at, ignored_by)
    select ${siteId}::bigint, ${type}, item.slug, ${version}::text, coalesce(
        case when item.slug is null then ${nameOfEveryItem[type]} end,
        (select name from site_updates where type = ${type} and slug = item.slug and not ignored and ${there} limit 1),
        (select name from site_updates where type = ${type} and slug = item.slug and ignored and ${there} limit 1),
        (select name from site_software where kind = ${type} and slug = item.slug and ${there} limit 1),
        case when ${type} = 'core' then 'WordPress' end,
        item.slug), ${at}::timestamptz, ${by}
    from unnest(${slugs.length === 0 ? [null] : slugs}::text[]) as item (slug)
    where ${version}::text is null or not exists (
      select from ignored_updates where ${ofScope(rules)} and slug = item.slug and version is null)
    on conflict do nothing`.execute(trx)
}

/** Takes rules back: without a version those for single versions too, without slugs the one for the whole type too. */
export async function removeRules(trx: Db, rules: RuleScope): Promise<void> {
  const { slugs, version } = rules
  const ofVersion = version === null ? sql`true` : sql`version = ${version}`
  await sql`delete from ignored_updates where ${ofScope(rules)} and ${ofItems(slugs)} and ${ofVersion}`.execute(trx)
}

/** Marks what is on offer by the rules, after some were added or taken back. Answers where something changed. */
export async function markByRules(trx: Db, action: IgnoreAction, rules: RuleScope): Promise<number[]> {
  const ruled = sql.raw(ignoredSql('offered'))
  // Only one way can happen, and each way has an index of its own.
  const wrong = action === 'ignore' ? sql`not ignored and ${ruled}` : sql`ignored and not ${ruled}`
  const there = rules.siteId === null ? sql`true` : sql`site_id = ${rules.siteId}`
  const { rows } = await sql<{ site_id: number }>`
    with changed as (
      update site_updates as offered set ignored = ${action === 'ignore'}
      where type = ${rules.type} and ${ofItems(rules.slugs)} and ${there} and ${wrong}
      returning site_id
    ) select distinct site_id from changed order by site_id`.execute(trx)
  return rows.map(({ site_id }) => site_id)
}

export interface Rule {
  site_id: number | null
  slug: string | null
  version: string | null
}

/** What holds for a site and a type, its own rules and those for every site. */
export async function rulesForSite(db: Db, siteId: number, type: IgnorableType): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select site_id, slug, version from ignored_updates
    where type = ${type} and (site_id = ${siteId} or site_id is null) order by slug, version`.execute(db)
  return rows
}
