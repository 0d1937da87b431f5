import type { Limits } from '../../operation/actor.ts'
import { Conditions, containing } from '../../platform/database/conditions.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { limitValues } from '../sites/index.ts'
import { visibleTagsSql } from './tag-list-store.ts'
import type { TagRow } from './tag-store.ts'

export type FoundTag = Pick<TagRow, 'id' | 'name' | 'color'>

/** Tags for somebody who types: those that begin so come first. They are few, so every part of a word will do. */
export function findTagsBySearch(
  db: Database,
  words: string,
  limits: Limits | null,
  most: number,
): Promise<FoundTag[]> {
  const wanted = words.toLowerCase()
  const conditions = new Conditions().add('q', (at) => `name_key like $${at}`, containing(wanted))
  if (limits) conditions.add('l', (a, b) => visibleTagsSql(a!, b!), ...limitValues(limits))
  const { letters, sql, values } = conditions
  const at = values.length
  return db.fetch(
    statement<FoundTag>(
      `find-tags-${letters}`,
      `select id, name, color from tags where ${sql}
       order by not starts_with(name_key, $${at + 1}), name_key, id limit $${at + 2}`,
    ),
    [...values, wanted, most],
  )
}

const any = statement<{ known: boolean }>('any-tag', 'select exists (select from tags) as known')
export const hasTags = async (db: Database): Promise<boolean> => (await db.fetch(any))[0]!.known
