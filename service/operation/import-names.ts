import type { Actor } from './actor.ts'
import { invalidInput } from './errors.ts'
import { hasPermission, type Permission } from './permissions.ts'

/** Names in an imported table that mean rows of another table: clients and tags. */

/** The rows that the caller may see, by id and by name in small letters. */
export interface KnownNames {
  ids: ReadonlySet<number>
  /** Several rows can have the same name. */
  byName: ReadonlyMap<string, readonly number[]>
}

export type NameResult = { id: number } | { isNew: true; name: string } | { problem: string }

/** A limited caller could not see what it creates, and would learn from the outcome which names exist. */
export const canCreateNames = (actor: Actor, permission: Permission): boolean =>
  actor.limits === null && hasPermission(actor, permission)

/** A text of digits is always an id. */
export const isIdText = (text: string): boolean => /^\d{1,15}$/.test(text)

export interface NameRules {
  noun: 'client' | 'tag'
  canCreate: boolean
  /** Why the name cannot be stored, or null. */
  problemOf: (name: string) => string | null
}

export function resolveName(text: string, known: KnownNames, { noun, canCreate, problemOf }: NameRules): NameResult {
  if (isIdText(text)) {
    const id = Number(text)
    return known.ids.has(id) ? { id } : { problem: `is unknown: there is no ${noun} with the id ${text}` }
  }
  const found = known.byName.get(text.toLowerCase()) ?? []
  if (found.length > 1) return { problem: `is the name of ${found.length} ${noun}s; give the id instead` }
  const [id] = found
  if (id !== undefined) return { id }
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  if (!canCreate)
    return { problem: `is unknown: there is no ${noun} “${shown}” that you can use, and you cannot add one` }
  const problem = problemOf(text)
  return problem === null ? { isNew: true, name: text } : { problem: `is no name of a ${noun}: ${problem}` }
}

const maxNewNames = { clients: 5_000, tags: 500 }

/** The names to add, each once, as first written. Refuses a table whose column is no list of names. */
export function listOnce(names: Record<keyof typeof maxNewNames, readonly string[]>): {
  clients: string[]
  tags: string[]
} {
  const once = (noun: keyof typeof maxNewNames) => {
    const byKey = new Map<string, string>()
    for (const name of names[noun]) if (!byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
    if (byKey.size > maxNewNames[noun])
      throw invalidInput({ rows: `name ${byKey.size} new ${noun}, more than ${maxNewNames[noun]}; check the column` })
    return [...byKey.values()]
  }
  return { clients: once('clients'), tags: once('tags') }
}
