import type { Transaction } from 'kysely'
import type { Context } from '../../operation/context.ts'
import { notify } from '../../platform/database/notices.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { accessChannel } from './access-state.ts'

type ChangeContext = Pick<Context, 'db' | 'access'> & Partial<Pick<Context, 'recordChange'>>

/**
 * Every change to the rights of a user or credential must use this function. This process clears its cache before the
 * function returns; the other processes get a notice with the commit.
 */
export async function changeAccess<T>(
  { db, access, recordChange }: ChangeContext,
  whose: number | 'everyone',
  change: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await change(trx)
      await notify(trx, accessChannel, String(whose))
      await recordChange?.(trx)
      return result
    })
  } finally {
    // Also after an error: the commit may have succeeded although its answer was lost.
    if (whose === 'everyone') access.credentials.clear()
    else access.credentials.deleteUser(whose)
  }
}
