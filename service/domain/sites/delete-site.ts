import { ServiceError } from '../../operation/errors.ts'
import { type ConnectingGround, currentSite } from './connect-site.ts'
import { sayGoodbye } from './goodbye.ts'
import { siteNotFound } from './site-errors.ts'
import { alone } from './site-lease.ts'
import { removeSite } from './site-store.ts'

// Whoever deletes a site does not care for the update that keeps it busy.
const patienceMs = 10_000

/** Tells the site to forget us if it can be told, and deletes it either way. Answers whether it was told. */
export async function deleteSite(ground: ConnectingGround, id: number): Promise<boolean> {
  const remove = async () => {
    if (!(await removeSite(ground.db, id))) throw siteNotFound(id)
  }
  const farewell = async () => {
    const problem = await sayGoodbye(ground, await currentSite(ground, id))
    await remove()
    return problem === null
  }
  try {
    return await alone(ground, id, farewell, { patienceMs })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'svc_site_busy') throw error
    await remove()
    return false
  }
}
