import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A compiled query with its values. */
export interface PreparedQuery {
  text: string
  values: readonly unknown[]
}

/**
 * PostgreSQL and the driver keep every prepared statement until the connection ends, so a connection that has
 * prepared this many is replaced. Filters can be combined in thousands of ways; the usual ones are far fewer.
 */
export const maxStatementsPerConnection = 250

const names = new LRUCache<string, string>({ max: 2_000 })

/** The same text always has the same name, in all processes. */
export function statementNameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
