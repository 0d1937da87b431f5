import type { Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type Notices, notify } from '../../platform/database/notices.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { CredentialCache } from './credential-cache.ts'

const channel = 'access_changed'
const caches = new WeakMap<Database, CredentialCache>()

/** From now on the cache hears of every revocation, of this process and of the others. */
export async function keepCurrent(cache: CredentialCache, db: Database, notices: Notices): Promise<void> {
  caches.set(db, cache)
  await notices.hear(channel, (payload) =>
    /^\d+$/.test(payload) ? cache.forgetUser(Number(payload)) : cache.forgetAll(),
  )
  notices.onGap(cache.forgetAll)
}

/**
 * Every change to what a user or their credentials may do goes through here. Before it answers, this process has
 * forgotten what it knew of the user; the other processes hear of it with the commit.
 */
export async function reviseAccess<T>(
  db: Database,
  whose: number | 'everyone',
  change: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await change(trx)
      await notify(trx, channel, String(whose))
      return result
    })
  } finally {
    // Even after an error: a commit whose answer was lost may have happened.
    if (whose === 'everyone') caches.get(db)?.forgetAll()
    else caches.get(db)?.forgetUser(whose)
  }
}
