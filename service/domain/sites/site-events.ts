import type { Database, Db } from '../../platform/database/database.ts'
import { type NewEvent, publishEvents } from '../events/index.ts'
import { deleteSiteRow, type SiteRow, updateSyncFailure } from './site-store.ts'

/** Runs the work in a transaction, its own or that of the caller. */
export const inTransaction = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

type Connection = Pick<SiteRow, 'id' | 'connection'> & { connection_before: SiteRow['connection'] }

/** Publishes which of the sites are connected now and were not before, and the other way round. */
export async function publishConnectionChanges(
  trx: Db,
  sites: readonly Connection[],
  now: Date,
  reason = '',
): Promise<void> {
  const events = sites.flatMap(({ id, connection, connection_before: before }): NewEvent[] => {
    if (connection === 'connected' && before !== 'connected') return [{ type: 'site.connected', siteId: id, data: {} }]
    if (connection !== 'connected' && before === 'connected')
      return [{ type: 'site.disconnected', siteId: id, data: { reason } }]
    return []
  })
  await publishEvents(trx, events, now)
}

/** Deletes a site and publishes that. False if it does not exist. */
export function removeSite(
  db: Db,
  { id, name, url, client_id }: Pick<SiteRow, 'id' | 'name' | 'url' | 'client_id'>,
  by: string,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if (!(await deleteSiteRow(trx, id))) return false
    await publishEvents(trx, [{ type: 'site.removed', siteId: id, clientId: client_id, data: { by, name, url } }], now)
    return true
  })
}

/**
 * Records a failed sync, and publishes the first failure after a good sync; `site` is the row from before the sync. The data
 * of earlier syncs and the status of the site stay; a failure at a former address is not stored.
 */
export async function recordSyncFailure(
  db: Database,
  site: Pick<SiteRow, 'id' | 'url' | 'sync_error_code'>,
  at: Date,
  problem: { code: string; message: string },
): Promise<void> {
  if (site.sync_error_code !== null) {
    await updateSyncFailure(db, site, at, problem)
    return
  }
  const { code, message } = problem
  await db.transaction().execute(async (trx) => {
    if (await updateSyncFailure(trx, site, at, problem))
      await publishEvents(trx, [{ type: 'sync.failed', siteId: site.id, data: { code, message } }], at)
  })
}
