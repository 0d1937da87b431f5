import { asServiceError } from '../../../operation/as-service-error.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { siteDisconnected } from '../site-errors.ts'
import { markSitesConnected, markSitesDisconnected } from '../site-status.ts'
import { withKey } from './child-site.ts'
import { type ConnectContext, currentSite } from './connect-site.ts'
import { isKeyRefused } from './site-keys.ts'

/**
 * One signed call that changes nothing. A site that refuses the key is disconnected with the reason; there is no attempt to register,
 * because the other dashboard may still use the key of the site. Throws when the site does not answer or refuses.
 */
export function verifyMovedSite(context: ConnectContext, id: number): Promise<void> {
  return context.siteLocks.hold(id, async () => {
    const site = await currentSite(context, id)
    if (site.private_key === null) throw siteDisconnected(site)
    try {
      await withKey(context, site, 'private_key', (child) => context.connector.ping(child))
      // The import has marked it as connected already; in a large fleet each statement counts.
      if (site.connection !== 'connected') await markSitesConnected(context.db, { ids: [id] }, context.clock.now())
    } catch (error) {
      const problem = asServiceError(error)
      if (isKeyRefused(error) && problem instanceof ServiceError) {
        const because = { code: problem.code, reason: problem.message }
        await markSitesDisconnected(context.db, { ids: [id] }, context.clock.now(), because, { retryKey: true })
      }
      throw problem
    }
  })
}
