import type { Actor } from '../../operation/actor.ts'
import { canCreateNames, isIdText, type KnownNames, type NameRules } from '../../operation/import-names.ts'
import type { Limits } from '../../operation/limits.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { ClientName } from './client-input.ts'
import { findClientsByText, insertClientNames, listVisibleClientIds } from './client-store.ts'

/** Clients that a table names by id, name or e-mail address, as far as the caller may see them. Two queries. */
export async function findClientNames(
  db: Database,
  texts: readonly string[],
  limits: Limits | null,
): Promise<KnownNames> {
  const given = [...new Set(texts)]
  const ids = await listVisibleClientIds(db, given.filter(isIdText).map(Number), limits)
  const found = await findClientsByText(
    db,
    given.filter((text) => !isIdText(text)),
    limits,
  )
  const byName = new Map<string, number[]>()
  for (const { given: text, id } of found) {
    const key = text.toLowerCase()
    const known = byName.get(key) ?? []
    if (!known.includes(id)) byName.set(key, [...known, id])
  }
  return { ids: new Set(ids), byName }
}

export const clientNameRules = (actor: Actor, { create }: { create: boolean }): NameRules => ({
  noun: 'client',
  canCreate: create && canCreateNames(actor, 'clients.manage'),
  problemOf: (name) => {
    if (name.includes('@')) return 'no client has this e-mail address'
    return ClientName.safeParse(name).success ? null : 'it must be one line of at most 200 characters'
  },
})

/** Adds clients that have only a name. Returns their ids by name in small letters. */
export async function addClientNames(trx: Db, names: readonly string[], now: Date): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const ids = await insertClientNames(trx, names, now)
  return new Map(names.map((name, index) => [name.toLowerCase(), ids[index] ?? 0]))
}
