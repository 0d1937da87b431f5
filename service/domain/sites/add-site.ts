import type { Context } from '../../operation/context.ts'
import type { ServiceError } from '../../operation/errors.ts'
import { connectSite } from './connect-site.ts'
import { alone } from './site-lease.ts'
import { removeSite, type SiteRow } from './site-store.ts'
import { createSite, type NewSite } from './write-site.ts'

/**
 * Stores the site first, so that two who add the same one are told apart before either speaks to it, and connects it.
 * One that cannot be connected is kept and says why, so that no work is lost; an address we must not call is not.
 */
export async function addSite(
  context: Context,
  written: NewSite,
  { requireConnection = false } = {},
): Promise<{ site: SiteRow; problem: ServiceError | null }> {
  const site = await createSite(context, written)
  return alone(context, site.id, async () => {
    const problem = await connectSite(context, site.id, written.admin_password || undefined)
    // For a limited key too: what is kept and what is refused would tell which addresses are taken beyond its limits.
    const mustConnect = requireConnection || context.actor.limits !== null
    if (problem && (problem.kind === 'invalid' || mustConnect)) {
      await removeSite(context.db, site.id)
      throw problem
    }
    return { site, problem }
  })
}
