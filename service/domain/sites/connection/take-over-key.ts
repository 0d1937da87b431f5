import { asServiceError } from '../../../operation/as-service-error.ts'
import { ServiceError } from '../../../operation/errors.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import { findDatabaseFailure } from '../../../platform/database/database-failure.ts'
import { siteDisconnected } from '../site-errors.ts'
import { markSitesDisconnected } from '../site-status.ts'
import { type SiteRow, updateSiteRowAt } from '../site-store.ts'
import { withKey } from './child-site.ts'
import { type ConnectContext, changedMeanwhile, currentSite, firstSnapshot, notAProblem } from './connect-site.ts'
import { acceptsKey, promotePendingKey } from './site-keys.ts'
import { openFrom, sealFor } from './site-secrets.ts'

export interface TakeoverFailure {
  problem: ServiceError
  /**
   * The key that the site accepts now. `old`: the one that the other dashboard has too. `unknown`: the site does not answer; both
   * keys are stored, and the next call tries them. `none`: the site refuses both.
   */
  key: 'old' | 'unknown' | 'none'
}

/**
 * Replaces the key that another dashboard has too by one that only this installation has. The old key is deleted here after a call
 * with the new one worked; until then the site is called with the key that it accepts. Returns why it failed, or null.
 */
export function takeOverKey(context: ConnectContext, id: number, oldServer: string): Promise<TakeoverFailure | null> {
  return context.siteLocks.hold(id, async () => {
    const site = await currentSite(context, id)
    if (site.connection !== 'connected' || site.private_key === null) throw siteDisconnected(site)
    try {
      // The site may have stored the key of an attempt that was interrupted.
      if (site.pending_private_key !== null && (await promotePendingKey(context, site))) return null
      await replaceKey(context, site)
      return null
    } catch (error) {
      return settle(context, await currentSite(context, id), error, oldServer)
    }
  })
}

async function replaceKey(context: ConnectContext, site: SiteRow): Promise<void> {
  const { db, connector, secrets } = context
  // A site stores five tokens, and one of them may be that of the other dashboard: a new one only if none is stored here.
  const token =
    openFrom(secrets, site, 'regverify') ??
    (await withKey(context, site, 'private_key', (child) => connector.fetchToken(child)))
  // A registration must name the dashboard that the site knows.
  await withKey(context, site, 'private_key', (child) => connector.claimSite(child))
  const keyPair = await connector.prepareKey()
  const stored = await updateSiteRowAt(db, site, {
    regverify: sealFor(secrets, 'regverify', token),
    pending_private_key: sealFor(secrets, 'pending_private_key', keyPair.privateKeyPem),
  })
  if (!stored) throw await changedMeanwhile(context, site.id)
  const { snapshot } = await withKey(context, stored, 'private_key', (child) =>
    connector.renewKey(child, { keyPair, token, parts: firstSnapshot }),
  )
  if (!(await promotePendingKey(context, stored)))
    throw new ServiceError('svc_key_refused', 'child-error', 'The site confirmed the new key, but does not accept it.')
  await context.ingest(site.id, snapshot)
}

/** Finds out which key the site accepts after a failure, and lets the other dashboard go on when it is the old one. */
async function settle(
  context: ConnectContext,
  site: SiteRow,
  error: unknown,
  oldServer: string,
): Promise<TakeoverFailure | null> {
  const problem = asServiceError(error)
  if (findDatabaseFailure(error) !== null || !(problem instanceof ServiceError) || notAProblem.includes(problem.code))
    throw problem
  const isPending = site.pending_private_key !== null
  try {
    if (isPending && (await promotePendingKey(context, site))) return null
    if (await acceptsKey(context, site, 'private_key')) {
      await returnToOldKey(context, site, error, oldServer)
      return { problem, key: 'old' }
    }
  } catch (second) {
    if (!(second instanceof ConnectorError) || second.kind === 'cancelled') throw second
    return { problem, key: isPending ? 'unknown' : 'old' }
  }
  const because = { code: problem.code, reason: problem.message }
  await markSitesDisconnected(context.db, { ids: [site.id] }, context.clock.now(), because)
  return { problem, key: 'none' }
}

async function returnToOldKey(
  context: ConnectContext,
  site: SiteRow,
  error: unknown,
  oldServer: string,
): Promise<void> {
  const { effect, childCode } = error instanceof ConnectorError ? error : {}
  // Without a clear answer the site may still be working on the registration; then both keys are needed.
  if (effect === 'none') await updateSiteRowAt(context.db, site, { pending_private_key: null })
  // The next attempt gets a new token.
  if (childCode === 'reconnect_failed') await updateSiteRowAt(context.db, site, { regverify: null })
  if (oldServer === '') return
  // If this fails, the next sync of the other dashboard does the same.
  await withKey(context, site, 'private_key', (child) =>
    context.connector.claimSite({ ...child, server: oldServer }),
  ).catch(() => {})
}
