import type { Actor } from '../../operation/actor.ts'
import { canCreateNames, isIdText, type KnownNames, type NameRules } from '../../operation/import-names.ts'
import type { Limits } from '../../operation/limits.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { findTagIdsByName } from './moved-tag-store.ts'
import { colorOfName, TagName } from './tag.ts'
import { findTagsByText, insertTagNames, listVisibleTagIds } from './tag-store.ts'

/** Tags that a table names by id or name, as far as the caller may see them. Two queries. */
export async function findTagNames(db: Database, texts: readonly string[], limits: Limits | null): Promise<KnownNames> {
  const given = [...new Set(texts)]
  const ids = await listVisibleTagIds(db, given.filter(isIdText).map(Number), limits)
  const found = await findTagsByText(
    db,
    given.filter((text) => !isIdText(text)),
    limits,
  )
  return { ids: new Set(ids), byName: new Map(found.map(({ given: text, id }) => [text.toLowerCase(), [id]])) }
}

export const tagNameRules = (actor: Actor, { create }: { create: boolean }): NameRules => ({
  noun: 'tag',
  canCreate: create && canCreateNames(actor, 'tags.manage'),
  problemOf: (name) => (TagName.safeParse(name).success ? null : 'it must be one line of at most 100 characters'),
})

/** Adds tags. Returns their ids by name in small letters, also of those that another call has added meanwhile. */
export async function addTagNames(trx: Db, names: readonly string[], now: Date): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  await insertTagNames(
    trx,
    names.map((name) => ({ name, color: colorOfName(name) })),
    now,
  )
  const ids = await findTagIdsByName(trx, names)
  return new Map(names.map((name) => [name.toLowerCase(), ids.get(name.toLowerCase()) ?? 0]))
}
