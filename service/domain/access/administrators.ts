import type { Db } from '../../platform/database/database.ts'
import { lastAdministrator } from './access-errors.ts'
import { listActiveAdministrators } from './user-store.ts'

/**
 * Refuses to take the last active administrator away. Inside a transaction with `lock`, two administrators who
 * demote each other at the same moment take turns, and the second is refused.
 */
export async function requireAnotherAdministrator(db: Db, userId: number, options?: { lock: boolean }): Promise<void> {
  const active = await listActiveAdministrators(db, options)
  if (active.length === 1 && active[0] === userId) throw lastAdministrator()
}
