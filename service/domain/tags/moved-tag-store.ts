import { sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { colorOfName, toStoredColor } from './tag.ts'

/** Ids by name in small letters. */
export async function findTagIdsByName(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await queryRows(
    db,
    sql<{ id: number; name_key: string }>`select id, name_key from tags
      where name_key = any (select lower(given) from unnest(${names}::text[]) as given)`,
  )
  return new Map(rows.map(({ id, name_key }) => [name_key, id]))
}

export const listTagIds = (db: Db, ids: readonly number[]): Promise<{ id: number }[]> =>
  queryRows(db, sql<{ id: number }>`select id from tags where id = any (${ids}::bigint[])`)

/** Tags of another dashboard, with the ids that are reserved for them here. */
export async function insertImportedTags(
  trx: Db,
  tags: readonly { id: number; name: string; color: string }[],
  now: Date,
): Promise<void> {
  if (tags.length === 0) return
  const color = (given: string, name: string) =>
    (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(given) ? toStoredColor(given) : null) ?? colorOfName(name)
  const rows = tags.map((tag) => ({ ...tag, color: color(tag.color, tag.name), created_at: now, updated_at: now }))
  await trx.insertInto('tags').values(rows).execute()
}
