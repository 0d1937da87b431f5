import { createPublicKey } from 'node:crypto'
import type { ServiceError } from '../../operation/errors.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { withKey } from './child-site.ts'
import { type ConnectContext, connectedColumns, currentSite, problemWith, register } from './connect-site.ts'
import { noTokenForRenewal, siteDisconnected } from './site-errors.ts'
import { alone } from './site-lease.ts'
import { openFrom, sealFor } from './site-secrets.ts'
import { connect, disconnect } from './site-status.ts'
import { type SiteRow, updateSiteAt } from './site-store.ts'

type KeyColumn = 'private_key' | 'pending_private_key'

export const isKeyRefused = (error: unknown) => error instanceof ConnectorError && error.code === 'svc_key_refused'

/** Whether the site takes the key; throws when it cannot be asked. */
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

/** A renewal whose outcome nobody knew: if the site took the new key after all, it is the key from now on. */
export async function promotePendingKey(context: ConnectContext, site: SiteRow): Promise<boolean> {
  if (!(await acceptsKey(context, site, 'pending_private_key'))) return false
  const { db, secrets, clock } = context
  const key = openFrom(secrets, site, 'pending_private_key')!
  const promoted = await updateSiteAt(db, site, {
    ...connectedColumns,
    private_key: sealFor(secrets, 'private_key', key),
    public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    updated_at: clock.now(),
  })
  return promoted !== undefined
}

/**
 * Connected again: by the key we hold if the site still takes it, else by a new registration, with the password or the
 * token of an earlier one. Answers what stood in the way, or null. A site that refuses our key is disconnected.
 */
export function reconnect(context: ConnectContext, id: number, password?: string): Promise<ServiceError | null> {
  return alone(context, id, async () => {
    const site = await currentSite(context, id)
    let keyRefused = false
    const problem = await problemWith(context, site, async () => {
      if (password === undefined && site.private_key !== null) {
        if (await acceptsKey(context, site, 'private_key'))
          return void (await connect(context.db, { ids: [id] }, context.clock.now()))
        keyRefused = true
      }
      if (password === undefined && (await promotePendingKey(context, site))) return
      await register(context, site, password)
    })
    if (problem && keyRefused) await disconnectBecause(context, id, problem)
    return problem
  })
}

/** A new key by the token of an earlier registration. Throws, and leaves the old key in force, when that fails. */
export function renewKey(context: ConnectContext, id: number): Promise<void> {
  return alone(context, id, async () => {
    const site = await currentSite(context, id)
    if (site.connection !== 'connected' || site.private_key === null) throw siteDisconnected(site)
    if (site.regverify === null) throw noTokenForRenewal(site)
    // A key that an earlier renewal left in doubt must not be forgotten before the doubt is settled.
    if (site.pending_private_key !== null && (await promotePendingKey(context, site))) {
      return register(context, await currentSite(context, id))
    }
    await register(context, site)
  })
}

/** After the site refused our key in the midst of work: one attempt to be let in again, or the problem is thrown. */
export async function restoreKey(context: ConnectContext, refused: SiteRow): Promise<SiteRow> {
  return alone(context, refused.id, async () => {
    const site = await currentSite(context, refused.id)
    if (site.connection !== 'connected') throw siteDisconnected(site)
    // Somebody else was here while we waited.
    if (site.private_key !== refused.private_key) return site
    const problem = await problemWith(context, site, async () => {
      if (!(await promotePendingKey(context, site))) await register(context, site)
    })
    if (problem === null) return currentSite(context, site.id)
    await disconnectBecause(context, site.id, problem)
    throw problem
  })
}

const disconnectBecause = ({ db, clock }: ConnectContext, id: number, { code, message }: ServiceError) =>
  disconnect(db, { ids: [id] }, clock.now(), { code, reason: message })
