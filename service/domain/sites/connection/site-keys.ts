import { createPublicKey } from 'node:crypto'
import type { ServiceError } from '../../../operation/errors.ts'
import type { ChildSite } from '../../../platform/connector/child-site.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import { present } from '../../../platform/present.ts'
import { noTokenForRenewal, siteDisconnected } from '../site-errors.ts'
import { markSitesConnected, markSitesDisconnected } from '../site-status.ts'
import type { SiteRow } from '../site-store.ts'
import { withKey } from './child-site.ts'
import {
  attemptConnection,
  type ConnectContext,
  connectedColumns,
  currentSite,
  register,
  updateToConnected,
} from './connect-site.ts'
import { openFrom, sealFor } from './site-secrets.ts'

type KeyColumn = 'private_key' | 'pending_private_key'

export const isKeyRefused = (error: unknown) => error instanceof ConnectorError && error.code === 'svc_key_refused'

/** Whether the site accepts the key; throws when it cannot be reached. */
export async function acceptsKey(context: ConnectContext, site: SiteRow, column: KeyColumn): Promise<boolean> {
  if (site[column] === null) return false
  try {
    await withKey(context, site, column, (child) => context.connector.ping(child))
    return true
  } catch (error) {
    if (isKeyRefused(error)) return false
    throw error
  }
}

/** After a renewal with an unclear result: uses the pending key from now on if the site accepts it. */
export async function promotePendingKey(context: ConnectContext, site: SiteRow): Promise<boolean> {
  if (!(await acceptsKey(context, site, 'pending_private_key'))) return false
  const { db, secrets, clock } = context
  const key = present(openFrom(secrets, site, 'pending_private_key'), 'the pending key that the site accepts')
  const connected = {
    ...connectedColumns,
    private_key: sealFor(secrets, 'private_key', key),
    public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
  }
  return (await updateToConnected(db, site, connected, clock.now())) !== undefined
}

/**
 * Reconnects with the stored key if the site still accepts it, else by a new registration with the password or the token
 * of an earlier one. Returns the problem or null. A site that refuses the key is disconnected.
 */
export function reconnect(context: ConnectContext, id: number, password?: string): Promise<ServiceError | null> {
  return context.siteLocks.hold(id, async () => {
    const site = await currentSite(context, id)
    let keyRefused = false
    const problem = await attemptConnection(context, site, async () => {
      if (password === undefined && site.private_key !== null) {
        if (await acceptsKey(context, site, 'private_key'))
          return void (await markSitesConnected(context.db, { ids: [id] }, context.clock.now()))
        keyRefused = true
      }
      if (password === undefined && (await promotePendingKey(context, site))) return
      await register(context, site, password)
    })
    if (problem && keyRefused) await disconnectWithProblem(context, id, problem)
    return problem
  })
}

/** Registers a new key with the token of an earlier registration. On failure it throws and the old key stays in use. */
export function renewKey(context: ConnectContext, id: number): Promise<void> {
  return context.siteLocks.hold(id, async () => {
    const site = await currentSite(context, id)
    if (site.connection !== 'connected' || site.private_key === null) throw siteDisconnected(site)
    if (site.regverify === null) throw noTokenForRenewal(site)
    // A pending key of an earlier renewal must be tried before it is replaced.
    if (site.pending_private_key !== null && (await promotePendingKey(context, site))) {
      return register(context, await currentSite(context, id))
    }
    await register(context, site)
  })
}

/** After the site refused the key during work: tries once to restore access, else throws the problem. */
export async function restoreKey(context: ConnectContext, refused: SiteRow): Promise<SiteRow> {
  return context.siteLocks.hold(refused.id, async () => {
    const site = await currentSite(context, refused.id)
    if (site.connection !== 'connected') throw siteDisconnected(site)
    // Another call restored the key while this one waited.
    if (site.private_key !== refused.private_key) return site
    const problem = await attemptConnection(context, site, async () => {
      if (!(await promotePendingKey(context, site))) await register(context, site)
    })
    if (problem === null) return currentSite(context, site.id)
    await disconnectWithProblem(context, site.id, problem)
    throw problem
  })
}

const disconnectWithProblem = ({ db, clock }: ConnectContext, id: number, { code, message }: ServiceError) =>
  markSitesDisconnected(db, { ids: [id] }, clock.now(), { code, reason: message })

/**
 * Runs `work` on a connected site; throws when it is disconnected. The caller decides whether suspended sites are called.
 * When the site refuses the key, the key is restored if possible and `work` runs again, so it must start with its call.
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
