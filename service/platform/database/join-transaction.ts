import { CompiledQuery, type Transaction } from 'kysely'
import type { Database, Statement } from './database.ts'
import type { PreparedQuery } from './prepared-statements.ts'
import type { Tables } from './tables.ts'

/**
 * A database whose queries all run in the given transaction, and whose transactions are parts of it: code that opens its own
 * transaction becomes a part of a larger one. An error must not be caught between the two.
 */
export function joinTransaction(trx: Transaction<Tables>, db: Database): Database {
  const rowsOf = async (text: string, values: readonly unknown[]) =>
    (await trx.executeQuery(CompiledQuery.raw(text, [...values]))).rows
  const own: Record<string, unknown> = {
    transaction: () => ({ execute: <Result>(work: (trx: Database) => Promise<Result>) => work(joined) }),
    fetch: ({ text }: Statement<unknown>, values: unknown[] = []) => rowsOf(text, values),
    fetchPrepared: ({ text, values }: PreparedQuery) => rowsOf(text, values),
    fetchQuick: ({ text, values }: PreparedQuery) => rowsOf(text, values),
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
