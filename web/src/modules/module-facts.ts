import type { LinkProps } from '@tanstack/react-router'
import { modulesTexts } from './modules-texts.ts'

/** What each module does, and what is missing while it is off. */
export const moduleFacts: Readonly<
  Record<string, { to: NonNullable<LinkProps['to']>; on: string; off: string } | undefined>
> = {
  logs: {
    to: '/changes',
    on: modulesTexts.everySyncBringsWhat,
    off: modulesTexts.theChangeLogRests,
  },
  'cost-tracker': {
    to: '/costs',
    on: modulesTexts.renewalsShowOnThe,
    off: modulesTexts.costsAndRenewalsAre,
  },
  comments: {
    to: '/comments',
    on: modulesTexts.theModerationQueueOf,
    off: modulesTexts.commentsAreModeratedOn,
  },
  'ssl-monitor': {
    to: '/certificates',
    on: modulesTexts.certificatesAreLookedAt,
    off: modulesTexts.noOneLooksAtCertificates,
  },
  'domain-monitor': {
    to: '/domains',
    on: modulesTexts.registriesAreAskedAbout,
    off: modulesTexts.noOneIsInformedWhen,
  },
  'perf-audit': {
    to: '/performance',
    on: modulesTexts.everySiteIsAudited,
    off: modulesTexts.noAuditsAreRun,
  },
  reports: {
    to: '/reports',
    on: modulesTexts.reportsForClientsOn,
    off: modulesTexts.monthlyReportsAreNot,
  },
  'time-tracker': {
    to: '/time-tracker',
    on: modulesTexts.timersTasksAndBuckets,
    off: modulesTexts.timersAreHiddenRecorded,
  },
}
