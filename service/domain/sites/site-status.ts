import type { Db } from '../../platform/database/database.ts'
import { changeSites, type SiteRow, setWhere } from './site-store.ts'

/**
 * The states of a site and the moves between them, all in one place. Two facts are stored: whether we are connected,
 * and who keeps the site suspended. The status follows: suspended before connected before disconnected.
 */
export interface Moved {
  id: number
  url: string
  name: string
  status: SiteRow['status']
}

export type Which = { ids: number[] } | { clientId: number }

/** Suspended sites keep their record but are left out of sync and updates. A hand outweighs a client. */
export function suspend(db: Db, which: Which, by: 'hand' | 'client', now: Date): Promise<Moved[]> {
  return changeSites(db, which, {
    suspended_by: by === 'hand' ? 'hand' : setWhere.notByHand('client'),
    updated_at: now,
  })
}

/** Back to work: connected again if we still hold a key. `keepManual` spares what somebody suspended by hand. */
export function unsuspend(db: Db, which: Which, now: Date, { keepManual = false } = {}): Promise<Moved[]> {
  return changeSites(
    db,
    which,
    {
      suspended_by: 'none',
      connection: setWhere.keyIsHeld('connection', 'connected'),
      disconnected_code: setWhere.keyIsHeld('disconnected_code', null),
      disconnected_reason: setWhere.keyIsHeld('disconnected_reason', null),
      updated_at: now,
    },
    keepManual ? 'suspended by client' : 'suspended',
  )
}

/** We send nothing any more; the key is kept, so that reconnecting works. What was never connected stays as it is. */
export function disconnect(
  db: Db,
  which: Which,
  now: Date,
  because: { code: string; reason: string },
): Promise<Moved[]> {
  return changeSites(db, which, {
    connection: setWhere.everConnected('connection', 'disconnected'),
    disconnected_code: setWhere.everConnected('disconnected_code', because.code),
    disconnected_reason: setWhere.everConnected('disconnected_reason', because.reason),
    updated_at: now,
  })
}

/** A site without a key stays as it is: its address was changed meanwhile. */
export function connect(db: Db, which: Which, now: Date): Promise<Moved[]> {
  return changeSites(db, which, {
    connection: setWhere.keyIsHeld('connection', 'connected'),
    disconnected_code: setWhere.keyIsHeld('disconnected_code', null),
    disconnected_reason: setWhere.keyIsHeld('disconnected_reason', null),
    updated_at: now,
  })
}

export const byHand = { code: 'svc_site_disconnected', reason: 'Somebody disconnected it here.' }
