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

/** Limits of a cache by statement: a statement can be long, or have a long list among its values. */
export const cacheByText = {
  max: 2_000,
  maxSize: 8_000_000,
  sizeCalculation: (_: unknown, text: string) => text.length + 1,
}

/** What the driver gets besides the values. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export const statements = new LRUCache<string, Statement>(cacheByText)

/** The same text always has the same name, in all processes. */
export function statementOf(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  // Inherited, because the driver copies each own property for every query.
  const statement: Statement = Object.create({ name, text })
  statements.set(text, statement)
  return statement
}
