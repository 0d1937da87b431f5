import type { ChildSite } from '../../platform/connector/child-site.ts'
import { withKey } from './child-site.ts'
import type { ConnectContext } from './connect-site.ts'
import { isKeyRefused, restoreKey } from './keys-of-site.ts'
import { siteDisconnected } from './site-errors.ts'
import type { SiteRow } from './site-store.ts'

/**
 * Does something with a connected site. Refuses when we are not connected; whether a suspended site may be spoken to is
 * the caller's affair. When the site refuses our key, the key is restored if possible and the work is done again: let it
 * begin with its call to the site.
 */
export async function withChild<T>(
  context: ConnectContext,
  site: SiteRow,
  work: (child: ChildSite) => Promise<T>,
): Promise<T> {
  if (site.connection !== 'connected' || site.private_key === null) throw siteDisconnected(site)
  try {
    return await withKey(context, site, 'private_key', work)
  } catch (error) {
    if (!isKeyRefused(error)) throw error
    return withKey(context, await restoreKey(context, site), 'private_key', work)
  }
}
