import { asServiceError } from '../../operation/as-service-error.ts'
import { ServiceError } from '../../operation/errors.ts'
import { withKey } from './child-site.ts'
import type { ConnectContext } from './connect-site.ts'
import { siteDisconnected } from './site-errors.ts'
import type { SiteRow } from './site-store.ts'

const deadlineMs = 15_000

/** Tells the site to forget us, under whatever key we hold. Answers what stood in the way, or null when it was told. */
export async function notifyChildRemoved(context: ConnectContext, site: SiteRow): Promise<ServiceError | null> {
  if (site.private_key === null) return siteDisconnected(site)
  try {
    await withKey(context, site, 'private_key', (child) => context.connector.disconnect(child, { deadlineMs }))
    return null
  } catch (thrown) {
    const problem = asServiceError(thrown)
    if (problem instanceof ServiceError) return problem
    throw problem
  }
}
