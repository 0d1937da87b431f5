import type { LinkProps } from '@tanstack/react-router'

/** What each module does, and what is missing while it is off. */
export const moduleFacts: Readonly<
  Record<string, { to: NonNullable<LinkProps['to']>; on: string; off: string } | undefined>
> = {
  logs: {
    to: '/changes',
    on: 'Every sync brings what was done on the sites; what is done from here is added.',
    off: 'The change log rests: syncs no longer take over what was done on the sites.',
  },
  'cost-tracker': {
    to: '/costs',
    on: 'Renewals show on the overview before they are due.',
    off: 'Costs and renewals are neither shown nor reckoned.',
  },
  comments: {
    to: '/comments',
    on: 'The moderation queue of all sites.',
    off: 'Comments are moderated on each site again.',
  },
  'ssl-monitor': {
    to: '/certificates',
    on: 'Certificates are looked at by themselves, and people are told before they expire.',
    off: 'Nobody looks at certificates, and nobody is told when one expires.',
  },
  'domain-monitor': {
    to: '/domains',
    on: 'Registries are asked about the domains of the sites.',
    off: 'Nobody is told when a domain expires.',
  },
  'perf-audit': {
    to: '/performance',
    on: 'Every site is audited once a week, and when you want it.',
    off: 'No audits are run; earlier results are kept.',
  },
  reports: {
    to: '/reports',
    on: 'Reports for clients, on demand and every month.',
    off: 'Monthly reports are not sent.',
  },
  'time-tracker': {
    to: '/time-tracker',
    on: 'Timers, tasks and buckets of hours.',
    off: 'Timers are hidden; recorded hours are kept.',
  },
}
