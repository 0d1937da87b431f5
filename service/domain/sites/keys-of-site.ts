import { createPublicKey } from 'node:crypto'
import type { ServiceError } from '../../operation/errors.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { withKey } from './child-site.ts'
import { type ConnectingGround, connectedColumns, currentSite, problemWith, register } from './connect-site.ts'
import { noTokenForRenewal, siteDisconnected } from './site-errors.ts'
import { alone } from './site-lease.ts'
import { openFrom, sealFor } from './site-secrets.ts'
import { connect, disconnect } from './site-status.ts'
import { type SiteRow, updateSiteAt } from './site-store.ts'

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
export function reconnect(ground: ConnectingGround, id: number, password?: string): Promise<ServiceError | null> {
  return alone(ground, id, async () => {
    const site = await currentSite(ground, id)
    let keyRefused = false
    const problem = await problemWith(ground, site, async () => {
      if (password === undefined && site.private_key !== null) {
        if (await acceptsKey(ground, site, 'private_key'))
          return void (await connect(ground.db, { ids: [id] }, ground.clock.now()))
        keyRefused = true
      }
      if (password === undefined && (await promotePendingKey(ground, site))) return
      await register(ground, site, password)
    })
    if (problem && keyRefused) await disconnectBecause(ground, id, problem)
    return problem
  })
}

/** A new key by the token of an earlier registration. Throws, and leaves the old key in force, when that fails. */
export function renewKey(ground: ConnectingGround, id: number): Promise<void> {
  return alone(ground, id, async () => {
    const site = await currentSite(ground, id)
    if (site.connection !== 'connected' || site.private_key === null) throw siteDisconnected(site)
    if (site.regverify === null) throw noTokenForRenewal(site)
    // A key that an earlier renewal left in doubt must not be forgotten before the doubt is settled.
    if (site.pending_private_key !== null && (await promotePendingKey(ground, site))) {
      return register(ground, await currentSite(ground, id))
    }
    await register(ground, site)
  })
}

/** After the site refused our key in the midst of work: one attempt to be let in again, or the problem is thrown. */
export async function restoreKey(ground: ConnectingGround, refused: SiteRow): Promise<SiteRow> {
  return alone(ground, refused.id, async () => {
    const site = await currentSite(ground, refused.id)
    if (site.connection !== 'connected') throw siteDisconnected(site)
    // Somebody else was here while we waited.
    if (site.private_key !== refused.private_key) return site
    const problem = await problemWith(ground, site, async () => {
      if (!(await promotePendingKey(ground, site))) await register(ground, site)
    })
    if (problem === null) return currentSite(ground, site.id)
    await disconnectBecause(ground, site.id, problem)
    throw problem
  })
}

const disconnectBecause = ({ db, clock }: ConnectingGround, id: number, { code, message }: ServiceError) =>
  disconnect(db, { ids: [id] }, clock.now(), { code, reason: message })
