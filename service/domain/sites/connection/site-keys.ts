import { createPublicKey } from 'node:crypto'
import type { ServiceError } from '../../../operation/errors.ts'
import type { ChildSite } from '../../../platform/connector/child-site.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import { keyRefused } from '../../../platform/connector/wire/child-errors.ts'
import { present } from '../../../platform/present.ts'
import { answeredAsAnotherSite, noTokenForRenewal, siteDisconnected } from '../site-errors.ts'
import { recordSyncFailure } from '../site-events.ts'
import { markSitesConnected, markSitesDisconnected } from '../site-status.ts'
import { findSiteByIdentity, hasSharedKey, type SiteRow, updateSiteRowAt } from '../site-store.ts'
import { readSiteAddress } from '../site-url.ts'
import { registrableSite, withKey } from './child-site.ts'
import {
  attemptConnection,
  type ConnectContext,
  connectedColumns,
  currentSite,
  register,
  updateToConnected,
} from './connect-site.ts'
import { addKeyRefusal, areFinal, isKeyRetried, isRefusal, noRefusals } from './key-refusals.ts'
import { openFrom, sealFor } from './site-secrets.ts'
import { whoAnswers } from './who-answers.ts'

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
 * of an earlier one. Returns the problem or null. A refusal is counted like one during work.
 */
export function reconnect(context: ConnectContext, id: number, password?: string): Promise<ServiceError | null> {
  return context.siteLocks.hold(id, async () => {
    const site = await currentSite(context, id)
    // A new key would take a site over that another dashboard uses too, so the stored one is tried first.
    const keepsKey = password === undefined || (await hasSharedKey(context.db, id))
    let keyRefused = false
    const problem = await attemptConnection(context, site, async () => {
      if (!keepsKey) return register(context, site, password)
      if (site.private_key !== null) {
        if (await acceptsKey(context, site, 'private_key'))
          return void (await markSitesConnected(context.db, { ids: [id] }, context.clock.now()))
        keyRefused = true
      }
      if (await promotePendingKey(context, site)) return
      if (keyRefused && password === undefined) await requireItself(context, site)
      await register(context, site, password)
    })
    if (problem && keyRefused) await recordRefusal(context, site, problem)
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
      if (await promotePendingKey(context, site)) return
      // Without this certainty, and where another dashboard has the key too, only a person registers a new one.
      if (!(await requireItself(context, site)) || (await hasSharedKey(context.db, site.id))) throw keyRefused()
      await register(context, site)
    })
    if (problem === null) return currentSite(context, site.id)
    await recordRefusal(context, site, problem)
    throw problem
  })
}

/** Throws when another WordPress answers at the address. False when it is not known which one answers. */
async function requireItself(context: ConnectContext, site: SiteRow): Promise<boolean> {
  const named = await context.connector.readOwnAddresses(await registrableSite(context, site))
  const answering = whoAnswers(named, [site.url, site.facts.reported_url ?? ''])
  if (answering === 'another') throw answeredAsAnotherSite(site, named[0] ?? '')
  return answering === 'itself'
}

/**
 * A copy of a site has its key too, so another site may accept it. Its answer is refused where it is certain: this site reported
 * another address before, and the address now is that of another site of the fleet.
 */
export async function requireOwnAnswer(
  { db }: Pick<ConnectContext, 'db'>,
  site: SiteRow,
  reported: string,
): Promise<void> {
  const before = site.facts.reported_url ?? ''
  if (before === '' || whoAnswers([reported], [site.url, before]) !== 'another') return
  const other = await findSiteByIdentity(db, readSiteAddress(reported).identity)
  if (other && other.id !== site.id) throw answeredAsAnotherSite(site, reported)
}

/** A connected site is disconnected only by refusals that are repeated over time; until then its condition shows the problem. */
async function recordRefusal(context: ConnectContext, site: SiteRow, problem: ServiceError): Promise<void> {
  if (site.connection !== 'connected') return
  const { db, clock } = context
  const now = clock.now()
  const { code, message } = problem
  if (isRefusal(code)) {
    const refusals = addKeyRefusal(site, now)
    if (areFinal(refusals, now)) {
      const reason = `${message} Flotilla tries its key again at each sync.`
      await markSitesDisconnected(db, { ids: [site.id] }, now, { code, reason }, { retryKey: true })
      return
    }
    await updateSiteRowAt(db, site, { ...refusals })
  } else if (code !== 'svc_answered_as_another_site') return
  await recordSyncFailure(db, site, now, problem)
}

/** Before a sync: connects a site again that the service disconnected because it refused the key, if it accepts the key now. */
export async function retryKey(context: ConnectContext, site: SiteRow): Promise<SiteRow> {
  if (!isKeyRetried(site)) return site
  if (!(await acceptsKey(context, site, 'private_key'))) throw siteDisconnected(site)
  await markSitesConnected(context.db, { ids: [site.id] }, context.clock.now())
  return currentSite(context, site.id)
}

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
    const result = await withKey(context, site, 'private_key', work)
    if (site.key_refused_since !== null) await updateSiteRowAt(context.db, site, noRefusals)
    return result
  } catch (error) {
    if (!isKeyRefused(error)) throw error
    return withKey(context, await restoreKey(context, site), 'private_key', work)
  }
}
