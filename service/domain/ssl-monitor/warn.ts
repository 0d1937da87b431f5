import { type Day, dayAt } from '../../platform/calendar.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishEvents } from '../events/index.ts'
import { daysUntil } from './certificate.ts'
import { recordCertificateWarning } from './warning-store.ts'

/** Days before the expiry date on which a warning is sent. */
export const thresholds = [30, 14, 7, 1]

/** The closest reached threshold, or null. A certificate that is found late causes one warning, not four. */
export const thresholdAt = (daysLeft: number): number | null =>
  thresholds.findLast((threshold) => daysLeft <= threshold) ?? null

interface Expiring {
  fingerprint: string | null
  valid_to: Date | null
}

/** Warns if due; in the transaction that stores the result, so that no warning is lost or repeated. */
export async function warnOfCertificateExpiry(
  trx: Db,
  site: { id: number; url: string },
  { fingerprint, valid_to: validTo }: Expiring,
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  if (!fingerprint || !validTo) return
  const daysLeft = daysUntil(validTo, now, zone)
  const threshold = thresholdAt(daysLeft)
  if (threshold === null) return
  if (!(await recordCertificateWarning(trx, { siteId: site.id, fingerprint, threshold, daysLeft, validTo }, now)))
    return
  const { id, url } = site
  const address = new URL(url).host
  const cause = `The certificate ${formatExpiry(dayAt(validTo, zone), daysLeft, validTo <= now)}; renew it.`
  const data = { address, cause, expires_on: dayAt(validTo, zone), days_left: daysLeft }
  await publishEvents(trx, [{ type: 'certificate.problem', siteId: id, data }], now)
}

/** `expires on 2026-12-01, in 14 days`, or `expired on 2026-11-14`. */
export function formatExpiry(day: Day, daysLeft: number, isExpired: boolean): string {
  if (isExpired) return `expired on ${day}`
  return `expires on ${day}, ${daysLeft <= 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`}`
}
