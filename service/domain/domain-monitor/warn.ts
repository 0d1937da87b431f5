import { dayAt, daysBetween, utcDay } from '../../platform/calendar.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishEvents } from '../events/index.ts'
import { formatExpiry, thresholdAt } from '../ssl-monitor/index.ts'
import type { DomainRow } from './domain-store.ts'
import { listSitesOfDomain } from './site-domain-store.ts'
import { recordDomainWarning } from './warning-store.ts'

type Expiring = Pick<DomainRow, 'name' | 'expires_at' | 'manual_expires_on'>

/** A network may have thousands of sites on one domain; listing some of them is enough. */
const maxSites = 100

/**
 * Warns if due, once for all sites of the domain; in the transaction that stores the lookup, so that no warning is lost
 * or repeated.
 */
export async function warnOfDomainExpiry(
  trx: Db,
  domain: Expiring,
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  const { name, expires_at, manual_expires_on } = domain
  const expiresAt = expires_at ?? (manual_expires_on === null ? null : new Date(manual_expires_on))
  if (!expiresAt) return
  const daysLeft = daysBetween(dayAt(now, zone), utcDay(expiresAt))
  // A day that was entered by hand lasts until its end.
  const isExpired = expires_at === null ? daysLeft < 0 : expiresAt <= now
  const threshold = thresholdAt(daysLeft)
  if (threshold === null) return
  if (!(await recordDomainWarning(trx, { domain: name, expiresAt, threshold, daysLeft }, now))) return
  const sites = (await listSitesOfDomain(trx, name, null)).slice(0, maxSites)
  const cause = `The domain ${formatExpiry(utcDay(expiresAt), daysLeft, isExpired)}; renew it.`
  const data = { domain: name, cause, expires_on: utcDay(expiresAt), days_left: daysLeft }
  await publishEvents(
    trx,
    sites.map(({ id }) => ({ type: 'domain.expiring', siteId: id, data })),
    now,
  )
}
