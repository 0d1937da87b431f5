import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import type { Context } from '../../operation/context.ts'
import type { Limits } from '../../operation/limits.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { containing, type Fragment } from '../../platform/database/fragments.ts'
import { fetchPage } from '../../platform/database/listing.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { codeOf } from '../../platform/error-facts.ts'
import { siteIsVisible, tagIdIsVisible } from '../sites/index.ts'
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

/** The tags of the sites that the caller may see. */
const visibleSiteTags = (limits: Limits | null): Fragment =>
  limits
    ? sql`site_tags join sites on sites.id = site_tags.site_id and ${siteIsVisible('sites', limits)}`
    : sql`site_tags`

/** A limited caller sees the tags of its limits and of its sites. */
export async function requireTag(
  { db, actor }: { db: Database; actor: { limits: Limits | null } },
  id: number,
): Promise<TagRow> {
  const { limits } = actor
  const [tag] = await queryRows(
    db,
    sql<TagRow>`select tags.id, tags.name, tags.color, tags.created_at, tags.updated_at, carried.sites_count,
        carried.sites_ids
      from tags cross join lateral (
        select count(*) as sites_count, coalesce(json_agg(site_id order by site_id), '[]') as sites_ids
        from ${visibleSiteTags(limits)} where site_tags.tag_id = tags.id
      ) as carried
      where tags.id = ${id} and ${tagIsVisible(limits)}`,
  )
  if (!tag) throw tagNotFound(id)
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
    if (codeOf(error) === '23505') throw tagNameTaken(changes.name ?? '')
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

export type ListedTag = Omit<TagRow, 'updated_at' | 'sites_ids'> & { sites_ids?: number[] }

/** True for the tags of the limits and of visible sites. Without limits, for all. */
export const tagIsVisible = (limits: Limits | null): Fragment => tagIdIsVisible('tags.id', limits)

function conditionsOf({ search, include, exclude, limits }: TagListFilter): Fragment[] {
  const conditions = [tagIsVisible(limits)]
  if (search !== '') conditions.push(sql`name_key like ${containing(search.toLowerCase())}`)
  if (include.length > 0) conditions.push(sql`id = any (${include}::bigint[])`)
  if (exclude.length > 0) conditions.push(sql`id <> all (${exclude}::bigint[])`)
  return conditions
}

export function listTagRows(
  db: Database,
  filter: TagListFilter,
  { orderBy, order, ...page }: TagPage,
  { withSites = false } = {},
): Promise<{ rows: ListedTag[]; total: number }> {
  const own = sql`from ${visibleSiteTags(filter.limits)} where site_tags.tag_id = page.id`
  const ids = sql`, (select coalesce(json_agg(site_id order by site_id), '[]') ${own}) as sites_ids`
  const listing = {
    columns: sql`id, name, color, created_at`,
    from: sql`tags`,
    orderBy: sql.raw(`${tagOrders[orderBy]} ${order}, id ${order}`),
    perRow: sql`(select count(*) ${own}) as sites_count${withSites ? ids : sql``}`,
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
  return queryRows(
    db,
    sql<FoundTag>`select id, name, color from tags where name_key like ${containing(term)} and ${tagIsVisible(limits)}
      order by not starts_with(name_key, ${term}), name_key, id limit ${limit}`,
  )
}

export async function hasTags(db: Database): Promise<boolean> {
  return oneRow(await queryRows(db, sql<{ known: boolean }>`select exists (select from tags) as known`)).known
}

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

const sitesWithTag = (tagId: number, limits: Limits | null): Fragment =>
  sql`site_tags join sites on sites.id = site_tags.site_id
    where site_tags.tag_id = ${tagId} and ${siteIsVisible('sites', limits)}`

export const listTaggedSites = (db: Database, { tagId, limits, page, perPage }: TaggedQuery): Promise<TaggedSite[]> =>
  queryRows(
    db,
    sql<TaggedSite>`select sites.id, sites.url, sites.name, sites.status, sites.client_id
      from ${sitesWithTag(tagId, limits)} order by sites.url, sites.id limit ${perPage} offset ${(page - 1) * perPage}`,
  )

export const listTaggedClients = (
  db: Database,
  { tagId, limits, page, perPage }: TaggedQuery,
): Promise<TaggedClient[]> =>
  queryRows(
    db,
    sql<TaggedClient>`select clients.id, clients.name, clients.email, clients.status, counted.sites_with_tag
      from (
        select sites.client_id, count(*) as sites_with_tag from ${sitesWithTag(tagId, limits)}
          and sites.client_id is not null group by sites.client_id
      ) as counted join clients on clients.id = counted.client_id
      order by lower(clients.name), clients.id limit ${perPage} offset ${(page - 1) * perPage}`,
  )

export async function countTaggedClients(db: Database, tagId: number, limits: Limits | null): Promise<number> {
  const query = sql<{
    total: number
  }>`select count(distinct sites.client_id) as total from ${sitesWithTag(tagId, limits)}`
  return oneRow(await queryRows(db, query)).total
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

/** Tags with these names, each with the text it was found by. */
export const findTagsByText = (db: Database, texts: string[], limits: Limits | null) =>
  queryRows(
    db,
    sql<{ given: string; id: number }>`select given.text as given, tags.id
      from unnest(${texts}::text[]) as given (text) join tags on tags.name_key = lower(given.text)
      where ${tagIsVisible(limits)}`,
  )

export async function listVisibleTagIds(db: Database, ids: number[], limits: Limits | null): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await queryRows(
    db,
    sql<{ id: number }>`select id from tags where id = any (${ids}::bigint[]) and ${tagIsVisible(limits)}`,
  )
  return rows.map(({ id }) => id)
}

/** Leaves out names that exist. */
export async function insertTagNames(
  trx: Db,
  tags: readonly { name: string; color: string }[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto('tags')
    .values(tags.map((tag) => ({ ...tag, created_at: now, updated_at: now })))
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .execute()
}
