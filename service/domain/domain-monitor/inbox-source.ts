import { timeZoneOf, todayOf } from '../../operation/configured-days.ts'
import { inboxSource } from '../../operation/inbox-source.ts'
import { daysBetween, utcDay } from '../../platform/calendar.ts'
import { present } from '../../platform/present.ts'
import { type EndingDomainFacts, endingDomainRows } from './expiry-store.ts'

export const endingDomains = inboxSource<EndingDomainFacts>({
  kind: 'domain',
  label: 'Domains',
  rank: 60,
  permission: 'domain-monitor.read',
  module: 'domain-monitor',
  time: 'due',
  rows: ({ actor, clock, settings }) =>
    endingDomainRows(actor.limits, { now: clock.now(), zone: timeZoneOf(settings) }),
  describe: ({ site, at, facts: { domain, expired } }, context) => {
    const left = daysBetween(todayOf(context), utcDay(present(at, 'the last day of a domain')))
    const when = left <= 0 ? 'expires today' : left === 1 ? 'expires tomorrow' : `expires in ${left} days`
    return {
      title: `The domain ${domain} ${expired ? 'has expired' : when}`,
      detail: 'Renew it at its registrar, then check it again.',
      path: '/domains',
      button: { label: 'Check again', operation: 'check-site-domain', input: { site_id_or_domain: site?.id } },
    }
  },
})
