import type { Limits } from '../../operation/actor.ts'
import { type Database, statement } from '../../platform/database/database.ts'
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

/** Filters become conditions that always stand in the same order, so that a handful of statements serve all lists. */
function conditionOf({ search, include, exclude, limits }: TagListFilter) {
  const parts: string[] = []
  const values: unknown[] = []
  let key = ''
  const add = (letter: string, sql: (...positions: number[]) => string, ...given: unknown[]) => {
    key += letter
    parts.push(sql(...given.map((value) => values.push(value))))
  }
  // First, so that the numbers of its parameters are known to the count of sites beside it.
  if (limits) {
    add(
      'l',
      (a, b) =>
        `(id = any ($${b}::bigint[]) or id in (select tag_id from site_tags join sites on sites.id = site_tags.site_id
          where ${visibleSitesSql('sites', a!, b!)}))`,
      ...limitValues(limits),
    )
  }
  // strpos rather than LIKE: a % in the search is a %.
  if (search !== '') add('q', (at) => `strpos(name_key, lower($${at})) > 0`, search)
  if (include.length > 0) add('i', (at) => `id = any ($${at}::bigint[])`, include)
  if (exclude.length > 0) add('x', (at) => `id <> all ($${at}::bigint[])`, exclude)
  return { key, sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}

/** The page is cut first and sites are counted for its rows alone. */
export async function listTags(
  db: Database,
  filter: TagListFilter,
  { page, perPage, orderBy, order }: TagPage,
): Promise<ListedTag[]> {
  const { key, sql, values } = conditionOf(filter)
  const at = values.length
  const sorted = `${tagOrders[orderBy]} ${order}, id ${order}`
  const visible = filter.limits
    ? `join sites on sites.id = site_tags.site_id and ${visibleSitesSql('sites', 1, 2)}`
    : ''
  return db.fetch(
    statement<ListedTag>(
      `tags-page-${key}-${orderBy}-${order}`,
      `select id, name, color, created_at,
         (select count(*) from site_tags ${visible} where site_tags.tag_id = page.id) as sites_count
       from (select * from tags where ${sql} order by ${sorted} limit $${at + 1} offset $${at + 2}) as page
       order by ${sorted}`,
    ),
    [...values, perPage, (page - 1) * perPage],
  )
}

export async function countTags(db: Database, filter: TagListFilter): Promise<number> {
  const { key, sql, values } = conditionOf(filter)
  const [row] = await db.fetch(
    statement<{ total: number }>(`tags-count-${key}`, `select count(*) as total from tags where ${sql}`),
    values,
  )
  return row!.total
}
