import type { Context } from '../../operation/context.ts'
import type { ServiceError } from '../../operation/errors.ts'
import { type ConnectContext, currentSite } from './connect-site.ts'
import { notifyChildRemoved } from './notify-child-removed.ts'
import { siteNotFound } from './site-errors.ts'
import { alone } from './site-lease.ts'
import { byHand, disconnect, type Moved } from './site-status.ts'
import { updateSite } from './site-store.ts'

/** We send nothing any more; the site is not told and the key is kept. */
export async function disconnectHere({ db, clock }: Pick<Context, 'db' | 'clock'>, id: number): Promise<Moved> {
  const [site] = await disconnect(db, { ids: [id] }, clock.now(), byHand)
  if (!site) throw siteNotFound(id)
  return site
}

/** The site is told to forget us. Whether it could be told or not, we are disconnected; a dead key is thrown away. */
export function disconnectThere(
  context: ConnectContext,
  id: number,
): Promise<{ site: Moved; problem: ServiceError | null }> {
  return alone(context, id, async () => {
    const problem = await notifyChildRemoved(context, await currentSite(context, id))
    if (problem === null) await updateSite(context.db, id, { private_key: null, public_key: null, cookies: null })
    return { site: await disconnectHere(context, id), problem }
  })
}
