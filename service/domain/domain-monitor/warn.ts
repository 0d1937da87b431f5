import type { Db } from '../../platform/database/database.ts'
import { daysUntil, thresholdAt } from '../ssl-monitor/index.ts'
import type { DomainRow } from './domain-store.ts'
import { recordWarning } from './warning-store.ts'

type Expiring = Pick<DomainRow, 'name' | 'expires_at' | 'manual_expires_on'>

/** Records a warning where one is due; in the same transaction as what was told, so that none is lost or recorded twice. */
export async function warnIfDue(trx: Db, domain: Expiring, now: Date): Promise<void> {
  const { name, expires_at, manual_expires_on } = domain
  const expiresAt = expires_at ?? (manual_expires_on === null ? null : new Date(manual_expires_on))
  if (!expiresAt) return
  const daysLeft = daysUntil(expiresAt, now)
  const threshold = thresholdAt(daysLeft)
  if (threshold !== null) await recordWarning(trx, { domain: name, expiresAt, threshold, daysLeft }, now)
}
