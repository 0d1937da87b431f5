import type { Context } from '../../operation/context.ts'
import type { ServiceError } from '../../operation/errors.ts'
import { type ConnectingGround, currentSite } from './connect-site.ts'
import { sayGoodbye } from './goodbye.ts'
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
  ground: ConnectingGround,
  id: number,
): Promise<{ site: Moved; problem: ServiceError | null }> {
  return alone(ground, id, async () => {
    const problem = await sayGoodbye(ground, await currentSite(ground, id))
    if (problem === null) await updateSite(ground.db, id, { private_key: null, public_key: null, cookies: null })
    return { site: await disconnectHere(ground, id), problem }
  })
}
