import type { Db } from '../../platform/database/database.ts'
import { daysUntil } from './certificate.ts'
import { recordWarning } from './warning-store.ts'

/** Days before the end on which somebody should hear of it. */
export const thresholds = [30, 14, 7, 1]

/** The closest threshold that has been reached, or null. A certificate that is found late is warned about once, not four times. */
export const thresholdAt = (daysLeft: number): number | null =>
  thresholds.findLast((threshold) => daysLeft <= threshold) ?? null

interface Expiring {
  fingerprint: string | null
  valid_to: Date | null
}

/** Records a warning where one is due; in the same transaction as what was seen, so that none is lost or said twice. */
export async function warnIfDue(trx: Db, siteId: number, certificate: Expiring, now: Date): Promise<number | null> {
  const { fingerprint, valid_to: validTo } = certificate
  if (!fingerprint || !validTo) return null
  const daysLeft = daysUntil(validTo, now)
  const threshold = thresholdAt(daysLeft)
  if (threshold === null) return null
  const isNew = await recordWarning(trx, { siteId, fingerprint, threshold, daysLeft, validTo }, now)
  return isNew ? threshold : null
}
