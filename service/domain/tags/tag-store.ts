import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import type { Context } from '../../operation/context.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
import { fetchPage } from '../../platform/database/listing.ts'
import { limitValues, visibleSitesSql } from '../sites/index.ts'
import { tagNameTaken, tagNotFound } from './tag-errors.ts'

interface TagTable {
  id: Generated<number>
  name: string
  name_key: ColumnType<string, never, never>
  color: string | null
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    tags: TagTable
  }
}

/** With the tagged sites that the caller may see. */
export type TagRow = Omit<Selectable<TagTable>, 'name_key'> & { sites_count: number; sites_ids: number[] }

const byId = (limited: boolean) =>
  statement<TagRow>(
    `tag-by-id${limited ? '-limited' : ''}`,
    `select tags.id, tags.name, tags.color, tags.created_at, tags.updated_at, tagged.sites_count, tagged.sites_ids
     from tags cross join lateral (
       select count(*) as sites_count, coalesce(json_agg(site_id order by site_id), '[]') as sites_ids
       from site_tags ${limited ? 'join sites on sites.id = site_tags.site_id' : ''}
       where site_tags.tag_id = tags.id ${limited ? `and ${visibleSitesSql('sites', 2, 3)}` : ''}
     ) as tagged
     where tags.id = $1`,
  )

/** A limited key sees the tags of its limits and of its sites. */
export async function requireTag(
  { db, actor }: { db: Database; actor: { limits: Limits | null } },
  id: number,
): Promise<TagRow> {
  const { limits } = actor
  const [tag] = await db.fetch(byId(limits !== null), [id, ...limitValues(limits)])
  if (!tag || (limits && tag.sites_count === 0 && !limits.tags.includes(id))) throw tagNotFound(id)
  return tag
}

/** Locks the tag: it is not added to sites until the transaction ends. */
export async function lockTag(trx: Db, id: number): Promise<{ id: number; name: string }> {
  const tag = await trx.selectFrom('tags').select(['id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!tag) throw tagNotFound(id)
  return tag
}

export async function insertTag(db: Db, name: string, color: string | null, now: Date): Promise<number> {
  const inserted = await db
    .insertInto('tags')
    .values({ name, color, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw tagNameTaken(name)
  return inserted.id
}

export async function updateTagRow(
  db: Db,
  id: number,
  changes: { name?: string; color?: string | null },
  now: Date,
): Promise<void> {
  try {
    const { numUpdatedRows } = await db
      .updateTable('tags')
      .set({ ...changes, updated_at: now })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw tagNotFound(id)
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw tagNameTaken(changes.name ?? '')
    throw error
  }
}

/** The foreign key removes it from sites. */
export async function deleteTagRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('tags').where('id', '=', id).execute()
}

/** For dry runs; real writes get the error from the unique index. */
export async function requireFreeName(db: Db, name: string, exceptId = 0): Promise<void> {
  const other = await db
    .selectFrom('tags')
    .select('id')
    .where('name_key', '=', sql<string>`lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  if (other) throw tagNameTaken(name)
}

export async function countTaggedSitesAndClients(db: Db, id: number): Promise<{ sites: number; clients: number }> {
  return db
    .selectFrom('site_tags')
    .innerJoin('sites', 'sites.id', 'site_tags.site_id')
    .select((counted) => [
      counted.fn.countAll<number>().as('sites'),
      counted.fn.count<number>('sites.client_id').distinct().as('clients'),
    ])
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
}

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

/** Tags of the limits and tags of visible sites; takes the parameter numbers of the limits. */
export const visibleTagsSql = (sitesAt: number, tagsAt: number) =>
  `(id = any ($${tagsAt}::bigint[]) or id in (select tag_id from site_tags join sites on sites.id = site_tags.site_id
    where ${visibleSitesSql('sites', sitesAt, tagsAt)}))`

/** The condition for the limits is first, because the count of sites per row uses its parameter numbers. */
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

export function listTagRows(
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
    // Tags are few, so counting them is cheaper than a versioned cache.
    versions: [],
  }
  return fetchPage(db, listing, conditionsOf(filter), page)
}

export type FoundTag = Pick<TagRow, 'id' | 'name' | 'color'>

/** Tags for a search box: names that start with the term first. */
export function listTagsBySearch(
  db: Database,
  search: string,
  limits: Limits | null,
  limit: number,
): Promise<FoundTag[]> {
  const term = search.toLowerCase()
  const conditions = new Conditions().add('q', (at) => `name_key like $${at}`, containing(term))
  if (limits) conditions.add('l', (a, b) => visibleTagsSql(a!, b!), ...limitValues(limits))
  const { letters, sql, values } = conditions
  const at = values.length
  return db.fetch(
    statement<FoundTag>(
      `find-tags-${letters}`,
      `select id, name, color from tags where ${sql}
       order by not starts_with(name_key, $${at + 1}), name_key, id limit $${at + 2}`,
    ),
    [...values, term, limit],
  )
}

const anyTag = statement<{ known: boolean }>('any-tag', 'select exists (select from tags) as known')
export const hasTags = async (db: Database): Promise<boolean> => (await db.fetch(anyTag))[0]!.known

export interface TaggedSite {
  id: number
  url: string
  name: string
  status: 'connected' | 'disconnected' | 'suspended'
  client_id: number | null
}

export interface TaggedClient {
  id: number
  name: string
  email: string | null
  status: 'active' | 'suspended'
  sites_with_tag: number
}

interface TaggedQuery {
  tagId: number
  limits: Limits | null
  page: number
  perPage: number
}

const hasTagSql = (limited: boolean, at: number) =>
  `site_tags.tag_id = $1 ${limited ? `and ${visibleSitesSql('sites', at, at + 1)}` : ''}`

const taggedSites = (limited: boolean) =>
  statement<TaggedSite>(
    `tagged-sites${limited ? '-limited' : ''}`,
    `select sites.id, sites.url, sites.name, sites.status, sites.client_id
     from site_tags join sites on sites.id = site_tags.site_id where ${hasTagSql(limited, 4)}
     order by sites.url, sites.id limit $2 offset $3`,
  )

const taggedClients = (limited: boolean) =>
  statement<TaggedClient>(
    `tagged-clients${limited ? '-limited' : ''}`,
    `select clients.id, clients.name, clients.email, clients.status, counted.sites_with_tag
     from (
       select sites.client_id, count(*) as sites_with_tag from site_tags join sites on sites.id = site_tags.site_id
       where ${hasTagSql(limited, 4)} and sites.client_id is not null group by sites.client_id
     ) as counted join clients on clients.id = counted.client_id
     order by lower(clients.name), clients.id limit $2 offset $3`,
  )

const taggedClientsTotal = (limited: boolean) =>
  statement<{ total: number }>(
    `tagged-clients-total${limited ? '-limited' : ''}`,
    `select count(distinct sites.client_id) as total
     from site_tags join sites on sites.id = site_tags.site_id where ${hasTagSql(limited, 2)}`,
  )

const valuesOf = ({ tagId, limits, page, perPage }: TaggedQuery) => [
  tagId,
  perPage,
  (page - 1) * perPage,
  ...limitValues(limits),
]

export const listTaggedSites = (db: Database, query: TaggedQuery): Promise<TaggedSite[]> =>
  db.fetch(taggedSites(query.limits !== null), valuesOf(query))

export const listTaggedClients = (db: Database, query: TaggedQuery): Promise<TaggedClient[]> =>
  db.fetch(taggedClients(query.limits !== null), valuesOf(query))

export async function countTaggedClients(db: Database, tagId: number, limits: Limits | null): Promise<number> {
  const [row] = await db.fetch(taggedClientsTotal(limits !== null), [tagId, ...limitValues(limits)])
  return row!.total
}

/** Visible tags with these ids, at most 10,000, with one query. */
export async function listVisibleTagsById(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  ids: number[],
): Promise<ListedTag[]> {
  if (ids.length === 0) return []
  const { rows } = await listTagRows(
    db,
    { search: '', include: ids, exclude: [], limits: actor.limits },
    { page: 1, perPage: 10_000, orderBy: 'id', order: 'asc' },
  )
  return rows
}
