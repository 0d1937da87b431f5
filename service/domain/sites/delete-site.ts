import { ServiceError } from '../../operation/errors.ts'
import { type ConnectContext, currentSite } from './connect-site.ts'
import { notifyChildRemoved } from './notify-child-removed.ts'
import { siteNotFound } from './site-errors.ts'
import { alone } from './site-lease.ts'
import { removeSite } from './site-store.ts'

// Whoever deletes a site does not care for the update that keeps it busy.
const patienceMs = 10_000

/** Tells the site to forget us if it can be told, and deletes it either way. Answers whether it was told. */
export async function deleteSite(context: ConnectContext, id: number): Promise<boolean> {
  const remove = async () => {
    if (!(await removeSite(context.db, id))) throw siteNotFound(id)
  }
  const farewell = async () => {
    const problem = await notifyChildRemoved(context, await currentSite(context, id))
    await remove()
    return problem === null
  }
  try {
    return await alone(context, id, farewell, { patienceMs })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'svc_site_busy') throw error
    await remove()
    return false
  }
}
