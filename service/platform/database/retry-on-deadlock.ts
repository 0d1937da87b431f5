import { codeOf } from '../error-facts.ts'

/** Enough for any number of transactions: each time at least one of them succeeds. */
const maxTries = 5

/**
 * PostgreSQL aborts one of several transactions in a deadlock. Foreign keys that clear or delete rows lock them in an order
 * that we cannot choose, so ordering alone does not prevent deadlocks: the aborted transaction is retried.
 * A transaction must therefore have no effects outside the database.
 */
export async function retryOnDeadlock<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === maxTries || !isDeadlock(error)) throw error
    }
  }
}

const deadlockDetected = '40P01'
const isDeadlock = (error: unknown) => codeOf(error) === deadlockDetected
