import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import type { Database } from '../../platform/database/database.ts'
import { fetchPage } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import type { TagRow } from './tag-store.ts'

export interface TagListFilter {
  search: string
  include: number[]
  exclude: number[]
  limits: Limits | null
}

export const tagOrders = { name: 'lower(name)', id: 'id', created_at: 'created_at' } as const
export interface TagPage {
  page: number
  perPage: number
  orderBy: keyof typeof tagOrders
  order: 'asc' | 'desc'
}

export type ListedTag = Omit<TagRow, 'updated_at' | 'sites_ids'>

/** The tags of the limits and those on sites that the caller may see; takes the numbers of the two parameters of the limits. */
export const visibleTagsSql = (sitesAt: number, tagsAt: number) =>
  `(id = any ($${tagsAt}::bigint[]) or id in (select tag_id from site_tags join sites on sites.id = site_tags.site_id
    where ${visibleSitesSql('sites', sitesAt, tagsAt)}))`

/** The letter for the limits stands first, so that the numbers of its parameters are known to the count of sites beside it. */
function conditionsOf({ search, include, exclude, limits }: TagListFilter): Conditions {
  const conditions = new Conditions()
  if (limits) {
    conditions.add('l', (a, b) => visibleTagsSql(a!, b!), ...limitValues(limits))
  }
  if (search !== '') conditions.add('q', (at) => `name_key like lower($${at})`, containing(search))
  if (include.length > 0) conditions.add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) conditions.add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return conditions
}

export function listTags(
  db: Database,
  filter: TagListFilter,
  { orderBy, order, ...page }: TagPage,
): Promise<{ rows: ListedTag[]; total: number }> {
  const visible = filter.limits
    ? `join sites on sites.id = site_tags.site_id and ${visibleSitesSql('sites', 1, 2)}`
    : ''
  const listing = {
    name: `tags-${orderBy}-${order}`,
    columns: 'id, name, color, created_at',
    from: 'tags',
    orderBy: `${tagOrders[orderBy]} ${order}, id ${order}`,
    perRow: `(select count(*) from site_tags ${visible} where site_tags.tag_id = page.id) as sites_count`,
    // Tags are few: counting them costs less than keeping count of their changes.
    versions: [],
  }
  return fetchPage(db, listing, conditionsOf(filter), page)
}
