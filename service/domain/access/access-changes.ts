import type { Transaction } from 'kysely'
import type { Context } from '../../operation/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Notices, notify } from '../../platform/database/notices.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { CredentialCache } from './credential-cache.ts'

const channel = 'access_changed'
const caches = new WeakMap<Database, CredentialCache>()

/** Clears entries of the cache on every change of access, in this process and in others. */
export async function subscribeToAccessChanges(cache: CredentialCache, db: Database, notices: Notices): Promise<void> {
  caches.set(db, cache)
  await notices.subscribe(channel, (payload) =>
    /^\d+$/.test(payload) ? cache.deleteUser(Number(payload)) : cache.clear(),
  )
  notices.onGap(cache.clear)
}

type ChangeContext = Pick<Context, 'db'> & Partial<Pick<Context, 'recordChange'>>

/**
 * Every change to the rights of a user or credential must use this function. This process clears its cache before the
 * function returns; the other processes get a notice with the commit.
 */
export async function changeAccess<T>(
  { db, recordChange }: ChangeContext,
  whose: number | 'everyone',
  change: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await change(trx)
      await notify(trx, channel, String(whose))
      await recordChange?.(trx)
      return result
    })
  } finally {
    // Also after an error: the commit may have succeeded although its answer was lost.
    if (whose === 'everyone') caches.get(db)?.clear()
    else caches.get(db)?.deleteUser(whose)
  }
}
