import { sql } from 'kysely'
import { compiledQuery, type Query } from '../../../platform/database/compiled-query.ts'
import { type Database, quickRows } from '../../../platform/database/database.ts'
import type { Fragment } from '../../../platform/database/fragments.ts'
import type { ConditionRules, StoredCondition } from '../condition/condition.ts'
import { conditionColumn } from '../condition/condition-store.ts'
import type { SiteRow } from '../site-store.ts'
import type { ListColumns } from './site-list-store.ts'
import { type SiteUpdateCounts, updateCountsOf } from './update-count-store.ts'

export interface SiteTag {
  id: number
  name: string
  color: string | null
}

const detailColumnNames = [
  'id',
  'url',
  'name',
  'status',
  'client_id',
  'admin_username',
  'wp_version',
  'php_version',
  'child_version',
  'last_sync',
  'notes',
  'connection',
  'disconnected_code',
  'disconnected_reason',
  'suspended_by',
  'verify_tls',
  'sync_error_code',
  'sync_error',
  'checked_at',
  'reachable',
  'http_status',
  'response_time_ms',
  'facts',
  'icon_url',
  'created_at',
  'health_score',
  'health_score_at',
] as const

/** The columns of the detail view, without secrets. */
export type SiteDetailRow = Pick<SiteRow, (typeof detailColumnNames)[number]> & {
  tags: SiteTag[]
  updates: SiteUpdateCounts
  condition?: StoredCondition
}

const tagsOf = (siteId: string) => sql`coalesce((
    select json_agg(json_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by tags.name_key)
    from site_tags join tags on tags.id = site_tags.tag_id where site_tags.site_id = ${sql.ref(siteId)}), '[]') as tags`

/** With the tags, the counts of updates and, on request, the condition in the same query: one query per page or site. */
export const detailColumns = (rules: ConditionRules | null): ListColumns => ({
  columns: detailColumnList,
  perRow: columnsPerSite('page.id', rules),
})

const detailColumnList = sql.raw(detailColumnNames.join(', '))

const columnsPerSite = (siteId: string, rules: ConditionRules | null) => {
  const always = sql`${tagsOf(siteId)}, ${updateCountsOf(siteId)}`
  return rules ? sql`${always}, ${conditionColumn(siteId, rules)}` : always
}

interface SiteAsJson {
  site: string
}

// One JSON text instead of thirty columns: the driver describes and reads each column in every response.
const detailAsJson = (where: Fragment, rules: ConditionRules | null) => sql<SiteAsJson>`select
  to_json(site)::text as site
  from (select ${detailColumnList}, ${columnsPerSite('sites.id', rules)} from sites where ${where}) as site`

const detailById = compiledQuery(['id'], ({ id }) => detailAsJson(sql`id = ${id}`, null))
const detailByIdentity = compiledQuery(['identity'], ({ identity }) => detailAsJson(sql`identity = ${identity}`, null))

function detailQuery(by: { id: number } | { identity: string }, rules: ConditionRules | null): Query<SiteAsJson> {
  if ('id' in by) return rules ? detailAsJson(sql`id = ${by.id}`, rules) : detailById(by)
  return rules ? detailAsJson(sql`identity = ${by.identity}`, rules) : detailByIdentity(by)
}

export async function findSiteDetail(
  db: Database,
  by: { id: number } | { identity: string },
  rules: ConditionRules | null,
): Promise<SiteDetailRow | undefined> {
  const [found] = await quickRows(db, detailQuery(by, rules))
  if (!found) return undefined
  // Changed in place: copying so many fields costs as much as the query.
  const site = JSON.parse(found.site)
  site.last_sync = time(site.last_sync)
  site.checked_at = time(site.checked_at)
  site.health_score_at = time(site.health_score_at)
  site.created_at = time(site.created_at)
  return site
}

const time = (text: string | null) => (text === null ? null : new Date(text))
