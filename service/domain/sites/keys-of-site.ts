import { createPublicKey } from 'node:crypto'
import { asServiceError } from '../../operation/connector-failure.ts'
import { ServiceError } from '../../operation/errors.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { withKey } from './child-site.ts'
import { type ConnectingGround, connectedColumns, connectSite, currentSite } from './connect-site.ts'
import { siteDisconnected } from './site-errors.ts'
import { alone } from './site-lease.ts'
import { openFrom, sealFor } from './site-secrets.ts'
import { disconnect } from './site-status.ts'
import { type SiteRow, updateSite } from './site-store.ts'

type KeyColumn = 'private_key' | 'pending_private_key'

export const isKeyRefused = (error: unknown) => error instanceof ConnectorError && error.code === 'svc_key_refused'

/** Whether the site takes the key; throws when it cannot be asked. */
export async function acceptsKey(ground: ConnectingGround, site: SiteRow, column: KeyColumn): Promise<boolean> {
  if (site[column] === null) return false
  try {
    await withKey(ground, site, column, (child) => ground.connector.ping(child))
    return true
  } catch (error) {
    if (isKeyRefused(error)) return false
    throw error
  }
}

/** A renewal whose outcome nobody knew: if the site took the new key after all, it is the key from now on. */
export async function promotePendingKey(ground: ConnectingGround, site: SiteRow): Promise<boolean> {
  if (!(await acceptsKey(ground, site, 'pending_private_key'))) return false
  const { db, secrets, clock } = ground
  const key = openFrom(secrets, site, 'pending_private_key')!
  await updateSite(db, site.id, {
    ...connectedColumns,
    private_key: sealFor(secrets, 'private_key', key),
    public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    updated_at: clock.now(),
  })
  return true
}

/**
 * After the site refused our key: the pending one is tried, then one registration by the token. If neither helps, the
 * site is disconnected and says why.
 */
export function restoreKey(ground: ConnectingGround, refused: SiteRow): Promise<SiteRow> {
  return alone(ground, refused.id, async () => {
    const site = await currentSite(ground, refused.id)
    if (site.connection !== 'connected') throw siteDisconnected(site)
    // Somebody else was here while we waited.
    if (site.private_key !== refused.private_key) return site
    const problem = await tryOtherWays(ground, site)
    if (problem === null) return currentSite(ground, site.id)
    await disconnect(ground.db, { ids: [site.id] }, ground.clock.now(), { code: problem.code, reason: problem.message })
    throw problem
  })
}

async function tryOtherWays(ground: ConnectingGround, site: SiteRow): Promise<ServiceError | null> {
  try {
    return (await promotePendingKey(ground, site)) ? null : await connectSite(ground, site)
  } catch (thrown) {
    const problem = asServiceError(thrown)
    if (problem instanceof ServiceError) return problem
    throw problem
  }
}
