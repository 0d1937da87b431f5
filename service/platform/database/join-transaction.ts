import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * A database whose queries all run in the given transaction, and whose transactions are parts of it: code that opens its own
 * transaction becomes a part of a larger one. An error must not be caught between the two.
 */
export function joinTransaction(trx: Transaction<Tables>, db: Database): Database {
  const own: Record<string, unknown> = {
    // What is kept for the database must neither run in this transaction nor come from changes that it may undo.
    batchers: new Map(),
    totals: new LRUCache({ max: 100 }),
    transaction: () => ({ execute: <Result>(work: (trx: Database) => Promise<Result>) => work(joined) }),
  }
  // The members of the classes of Kysely are private, so a subclass cannot take over a transaction.
  const joined = new Proxy(trx, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name]
      if (!(name in target)) return Reflect.get(db, name, db)
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as unknown as Database
  return joined
}
