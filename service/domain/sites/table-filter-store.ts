import type { Limits } from '../../operation/actor.ts'
import { Conditions } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { searchedSitesSql, searchPattern } from './site-search-store.ts'
import type { NamedSite } from './site-store.ts'
import type { TableFilter } from './table-filter.ts'
import { limitValues, visibleSitesSql } from './visible-sites.ts'

/** As in its index. */
export const updatesSql =
  '(sites.plugin_updates + sites.theme_updates + sites.translation_updates + (sites.core_update is not null)::integer)'

const withIssues = "select site_id from site_security where issues <> '{}'"

export function tableConditions(filter: TableFilter, limits: Limits | null): Conditions {
  const conditions = new Conditions()
  const { status, search, client_id, tag_ids, has_updates, sync_failed, include, exclude } = filter
  if (status !== 'any') conditions.add('s', (at) => `sites.status = $${at}`, status)
  if (search !== '') conditions.add('q', (at) => searchedSitesSql('sites', at!), searchPattern(search))
  if (client_id !== undefined) conditions.add('c', (at) => `sites.client_id = $${at}`, client_id)
  if (filter.without_client) conditions.add('n', () => 'sites.client_id is null')
  if (tag_ids.length > 0) {
    const tagged = (at?: number) => `sites.id in (select site_id from site_tags where tag_id = any ($${at}::bigint[]))`
    conditions.add('t', tagged, tag_ids)
  }
  if (has_updates !== undefined)
    conditions.add(has_updates ? 'u' : 'U', () => `${updatesSql} ${has_updates ? '>' : '='} 0`)
  if (sync_failed !== undefined) {
    conditions.add(sync_failed ? 'f' : 'F', () => `sites.sync_error_code is ${sync_failed ? 'not null' : 'null'}`)
  }
  for (const column of ['wp_version', 'php_version'] as const) {
    // Said twice: the key finds it by its index, the version itself tells 6.9 from 6.09.
    const same = (at?: number) => `version_key(sites.${column}) = version_key($${at}) and sites.${column} = $${at}`
    if (filter[column] !== undefined) conditions.add(column[0]!, same, filter[column])
  }
  if (filter.security_issue === 'any') conditions.add('g', () => `sites.id in (${withIssues})`)
  else if (filter.security_issue !== undefined) {
    conditions.add('G', (at) => `sites.id in (${withIssues} and issues @> array[$${at}])`, filter.security_issue)
  }
  if (include.length > 0) conditions.add('i', (at) => `sites.id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) conditions.add('x', (at) => `sites.id <> all ($${at}::bigint[])`, exclude)
  if (limits) conditions.add('l', (a, b) => visibleSitesSql('sites', a!, b!), ...limitValues(limits))
  return conditions
}

/** All sites that the filter means, for work on them. */
export async function fetchFiltered(db: Database, filter: TableFilter, limits: Limits | null): Promise<NamedSite[]> {
  const { letters, sql, values } = tableConditions(filter, limits)
  const columns = 'id, url, name, identity, status, client_id, connection, suspended_by'
  return db.fetch(
    statement<NamedSite>(`sites-filtered-${letters}`, `select ${columns} from sites where ${sql} order by url, id`),
    values,
  )
}
