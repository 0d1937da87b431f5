import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import type { Limits } from '../../operation/actor.ts'
import { type Database, type Db, statement } from '../../platform/database/database.ts'
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

/** With the sites that carry it and that the caller may see. */
export type TagRow = Omit<Selectable<TagTable>, 'name_key'> & { sites_count: number; sites_ids: number[] }

const byId = (limited: boolean) =>
  statement<TagRow>(
    `tag-by-id${limited ? '-limited' : ''}`,
    `select tags.id, tags.name, tags.color, tags.created_at, tags.updated_at, carried.sites_count, carried.sites_ids
     from tags cross join lateral (
       select count(*) as sites_count, coalesce(json_agg(site_id order by site_id), '[]') as sites_ids
       from site_tags ${limited ? 'join sites on sites.id = site_tags.site_id' : ''}
       where site_tags.tag_id = tags.id ${limited ? `and ${visibleSitesSql('sites', 2, 3)}` : ''}
     ) as carried
     where tags.id = $1`,
  )

/** For a limited key there are the tags of its limits and those on sites that it may see. */
export async function requireTag(
  { db, actor }: { db: Database; actor: { limits: Limits | null } },
  id: number,
): Promise<TagRow> {
  const { limits } = actor
  const [tag] = await db.fetch(byId(limits !== null), [id, ...(limits ? limitValues(limits) : [])])
  if (!tag || (limits && tag.sites_count === 0 && !limits.tags.includes(id))) throw tagNotFound(id)
  return tag
}

/** Nobody can put the tag on a site until the transaction ends. */
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

/** Sites lose it through their foreign key. */
export async function deleteTagRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('tags').where('id', '=', id).execute()
}

/** For dry runs; whoever really writes is told by the database. */
export async function requireFreeName(db: Db, name: string, exceptId = 0): Promise<void> {
  const other = await db
    .selectFrom('tags')
    .select('id')
    .where('name_key', '=', sql<string>`lower(${name})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  if (other) throw tagNameTaken(name)
}

/** How many sites carry the tag, and to how many clients they belong. */
export async function countCarriers(db: Db, id: number): Promise<{ sites: number; clients: number }> {
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
