import { asServiceError } from '../../../operation/as-service-error.ts'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { findDatabaseFailure } from '../../../platform/database/database-failure.ts'
import { siteDisconnected, siteNotFound } from '../site-errors.ts'
import { removeSite } from '../site-events.ts'
import { byHand, markSitesDisconnected, type SiteState } from '../site-status.ts'
import { deleteSiteRow, hasSharedKey, type SiteRow, updateSiteRow } from '../site-store.ts'
import { withKey } from './child-site.ts'
import { type ConnectContext, currentSite } from './connect-site.ts'

const deadlineMs = 15_000

/** Makes the child site delete our key. Returns the problem, or null when it did. */
export async function notifyChildRemoved(context: ConnectContext, site: SiteRow): Promise<ServiceError | null> {
  if (site.private_key === null) return siteDisconnected(site)
  try {
    await withKey(context, site, 'private_key', (child) => context.connector.disconnect(child, { deadlineMs }))
    return null
  } catch (thrown) {
    // A failure of our own database is not a problem of the site.
    if (findDatabaseFailure(thrown) !== null) throw thrown
    const problem = asServiceError(thrown)
    if (problem instanceof ServiceError) return problem
    throw problem
  }
}

/** Stops calls to the site without notifying it; the key stays stored. */
export async function disconnectLocally({ db, clock }: Pick<Context, 'db' | 'clock'>, id: number): Promise<SiteState> {
  const [site] = await markSitesDisconnected(db, { ids: [id] }, clock.now(), byHand)
  if (!site) throw siteNotFound(id)
  return site
}

/** Makes the child site delete our key and disconnects in any case; the key is deleted here too if it did. */
export function notifyAndDisconnect(
  context: ConnectContext,
  id: number,
): Promise<{ site: SiteState; problem: ServiceError | null }> {
  return context.siteLocks.hold(id, async () => {
    const problem = await notifyChildRemoved(context, await currentSite(context, id))
    if (problem === null) await updateSiteRow(context.db, id, { private_key: null, public_key: null, cookies: null })
    return { site: await disconnectLocally(context, id), problem }
  })
}

/** A site whose key another dashboard uses too is called only on request: it would delete the key for both. */
export async function willBeNotified(
  { db }: Pick<Context, 'db'>,
  { id, private_key, connection }: Pick<SiteRow, 'id' | 'private_key' | 'connection'>,
  notify?: boolean,
): Promise<boolean> {
  if (private_key === null) return false
  return notify ?? (connection === 'connected' && !(await hasSharedKey(db, id)))
}

// Deleting does not wait for a long update of the site.
const maxWaitMs = 10_000

type RemoveContext = ConnectContext & Pick<Context, 'actor'>

/**
 * Makes the child site delete our key if it can be reached, and deletes the site either way. Returns whether it did.
 * A disconnected site is called only on request: disconnecting ended all calls to it.
 */
export function notifyAndDeleteSite(context: RemoveContext, id: number, notify?: boolean): Promise<boolean> {
  const { db, actor, clock } = context
  return notifyAndRemove(context, id, notify, async () => {
    if (!(await removeSite(db, await currentSite(context, id), actor.name, clock.now()))) throw siteNotFound(id)
  })
}

/**
 * The same for the erasure of a client, without an event: it would name the site to others. A site that is gone is no error, and
 * a key that cannot be opened does not stop the erasure.
 */
export async function eraseSite(context: RemoveContext, id: number): Promise<void> {
  const remove = async () => void (await deleteSiteRow(context.db, id))
  try {
    await notifyAndRemove(context, id, undefined, remove)
  } catch (error) {
    if (findDatabaseFailure(error) !== null) throw error
    await remove()
  }
}

async function notifyAndRemove(
  context: RemoveContext,
  id: number,
  notify: boolean | undefined,
  remove: () => Promise<void>,
): Promise<boolean> {
  const notifyAndDelete = async () => {
    const site = await currentSite(context, id)
    const isNotified =
      (await willBeNotified(context, site, notify)) && (await notifyChildRemoved(context, site)) === null
    await remove()
    return isNotified
  }
  try {
    return await context.siteLocks.hold(id, notifyAndDelete, { maxWaitMs })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'svc_site_busy') throw error
    await remove()
    return false
  }
}
