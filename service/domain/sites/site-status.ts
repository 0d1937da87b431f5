import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { noRefusals } from './connection/key-refusals.ts'
import { SiteStatus } from './site.ts'
import { inTransaction, publishConnectionChanges } from './site-events.ts'
import { type SiteRow, setWhere, updateSites } from './site-store.ts'

/**
 * All changes of a site's state. Two facts are stored: the connection, and who suspended the site. The status follows
 * from both: the last change decides between suspended and disconnected, and the other fact stays stored.
 */
export interface SiteState {
  id: number
  url: string
  name: string
  status: SiteRow['status']
}

export type SiteSet = { ids: number[] } | { clientId: number }

/** Suspended sites are left out of sync and updates. A suspension by hand has priority over one by the client. */
export function markSitesSuspended(db: Db, which: SiteSet, by: 'hand' | 'client', now: Date): Promise<SiteState[]> {
  return updateSites(db, which, {
    suspended_by: by === 'hand' ? 'hand' : setWhere.notByHand('client'),
    disconnected_last: false,
    updated_at: now,
  })
}

/** A site that was disconnected stays disconnected. `keepManual` skips sites suspended by hand. */
export function markSitesUnsuspended(
  db: Db,
  which: SiteSet,
  now: Date,
  { keepManual = false } = {},
): Promise<SiteState[]> {
  return updateSites(
    db,
    which,
    {
      suspended_by: 'none',
      disconnected_last: false,
      updated_at: now,
    },
    keepManual ? 'suspended by client' : 'suspended',
  )
}

/**
 * Stops calls; the key stays stored for reconnecting. A site that was never connected stays unchanged. `retryKey`: each sync tries
 * the key again, because the service itself disconnected the site.
 */
export function markSitesDisconnected(
  db: Db,
  which: SiteSet,
  now: Date,
  because: { code: string; reason: string },
  { retryKey = false } = {},
): Promise<SiteState[]> {
  return inTransaction(db, async (trx) => {
    const sites = await updateSites(trx, which, {
      connection: setWhere.everConnected('connection', 'disconnected'),
      disconnected_last: setWhere.suspended,
      disconnected_code: setWhere.everConnected('disconnected_code', because.code),
      disconnected_reason: setWhere.everConnected('disconnected_reason', because.reason),
      ...noRefusals,
      key_is_retried: retryKey,
      updated_at: now,
    })
    await publishConnectionChanges(trx, sites, now, because.reason)
    return sites
  })
}

/** A site without a key stays unchanged: its address was changed meanwhile. */
export function markSitesConnected(db: Db, which: SiteSet, now: Date): Promise<SiteState[]> {
  return inTransaction(db, async (trx) => {
    const sites = await updateSites(trx, which, {
      connection: setWhere.keyIsHeld('connection', 'connected'),
      disconnected_code: setWhere.keyIsHeld('disconnected_code', null),
      disconnected_reason: setWhere.keyIsHeld('disconnected_reason', null),
      ...noRefusals,
      key_is_retried: false,
      updated_at: now,
    })
    await publishConnectionChanges(trx, sites, now)
    return sites
  })
}

export const byHand = { code: 'svc_site_disconnected', reason: 'Disconnected in Flotilla.' }

/** The response to every change of a site's state. */
export const SiteStateChange = z.object({
  site_id: z.int(),
  site_url: z.string(),
  site_name: z.string(),
  status: SiteStatus,
})

export const toSiteStateChange = ({ id, url, name, status }: SiteState) => ({
  site_id: id,
  site_url: url,
  site_name: name,
  status,
})
