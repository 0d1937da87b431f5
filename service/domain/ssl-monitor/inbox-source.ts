import { timeZoneOf } from '../../operation/configured-days.ts'
import { inboxSource } from '../../operation/inbox-source.ts'
import { present } from '../../platform/present.ts'
import { daysUntil, endOfDaysLeft } from './certificate.ts'
import { endingCertificateRows } from './expiry-store.ts'

/** Certificates that renew themselves do so earlier. */
const days = 14

export const endingCertificates = inboxSource({
  kind: 'certificate',
  label: 'Certificates',
  rank: 50,
  permission: 'ssl-monitor.read',
  module: 'ssl-monitor',
  time: 'due',
  rows: ({ actor, clock, settings }) =>
    endingCertificateRows(actor.limits, endOfDaysLeft(days, clock.now(), timeZoneOf(settings))),
  describe: ({ site, at }, { clock, settings }) => ({
    title: `The certificate of ${site?.name ?? 'a site'} ${describeEnd(present(at, 'the end of a certificate'), clock.now(), timeZoneOf(settings))}`,
    detail: 'Renew it at the host, then check it again.',
    path: '/certificates',
    button: { label: 'Check again', operation: 'check-site-certificate', input: { site_id_or_domain: site?.id } },
  }),
})

function describeEnd(end: Date, now: Date, zone: string): string {
  if (end <= now) return 'has expired'
  const left = daysUntil(end, now, zone)
  return left === 0 ? 'expires today' : left === 1 ? 'expires tomorrow' : `expires in ${left} days`
}
