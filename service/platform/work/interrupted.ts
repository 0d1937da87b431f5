import { findDatabaseFailure } from '../database/database-failure.ts'
import { throwIfLeaseLost } from '../leases.ts'

/**
 * For code that turns errors into outcomes: rethrows those of this process, a lost lease or a failure of the database. They say nothing about
 * the site, and the work is continued by another attempt.
 */
export function throwIfInterrupted(error: unknown): void {
  throwIfLeaseLost()
  if (findDatabaseFailure(error) !== null) throw error
  if (error instanceof Error && findDatabaseFailure(error.cause) !== null) throw error
}
