import { type Row, row } from './row.ts'

const noSite = '404 svc_site_not_found: There is no site 1. Give its id or its address.'
const noJob = '404 svc_job_not_found: There is no job 3, or you may not see it. GET /jobs lists your jobs.'

/** Answers that sum up what is stored. */
export const answerRows: Readonly<Record<string, Row>> = {
  'list-inbox': row('counts.open 3, kinds.kind [renewal], kinds.total [3]', {
    'some failed':
      'counts.open 7, kinds.kind [site-down; update-failed; certificate; domain; renewal], kinds.total [1; 1; 1; 1; 3]',
    'all failed':
      'counts.open 15, kinds.kind [site-down; update-failed; certificate; domain; renewal], kinds.total [3; 3; 3; 3; 3]',
    disconnected: 'counts.open 6, kinds.kind [site-disconnected; renewal], kinds.total [3; 3]',
  }),
  'get-overview: sites': row(
    'sites.total 0, sites.never_synced 0, sites.sync_failed 0, sites.with_updates 0, sites.by_condition.ok 0, sites.by_condition.unknown 0, sites.by_condition.stale 0, sites.by_condition.degraded 0, sites.by_condition.disconnected 0, sites.by_condition.down 0',
    {
      'nothing known':
        'sites.total 3, sites.never_synced 3, sites.sync_failed 0, sites.with_updates 0, sites.by_condition.ok 0, sites.by_condition.unknown 3, sites.by_condition.stale 0, sites.by_condition.degraded 0, sites.by_condition.disconnected 0, sites.by_condition.down 0',
      healthy:
        'sites.total 3, sites.never_synced 0, sites.sync_failed 0, sites.with_updates 0, sites.by_condition.ok 3, sites.by_condition.unknown 0, sites.by_condition.stale 0, sites.by_condition.degraded 0, sites.by_condition.disconnected 0, sites.by_condition.down 0',
      'some failed':
        'sites.total 3, sites.never_synced 0, sites.sync_failed 1, sites.with_updates 1, sites.by_condition.ok 2, sites.by_condition.unknown 0, sites.by_condition.stale 0, sites.by_condition.degraded 0, sites.by_condition.disconnected 0, sites.by_condition.down 1',
      'all failed':
        'sites.total 3, sites.never_synced 0, sites.sync_failed 3, sites.with_updates 3, sites.by_condition.ok 0, sites.by_condition.unknown 0, sites.by_condition.stale 0, sites.by_condition.degraded 0, sites.by_condition.disconnected 0, sites.by_condition.down 3',
      stale:
        'sites.total 3, sites.never_synced 0, sites.sync_failed 0, sites.with_updates 0, sites.by_condition.ok 0, sites.by_condition.unknown 0, sites.by_condition.stale 3, sites.by_condition.degraded 0, sites.by_condition.disconnected 0, sites.by_condition.down 0',
      disconnected:
        'sites.total 3, sites.never_synced 0, sites.sync_failed 0, sites.with_updates 2, sites.by_condition.ok 0, sites.by_condition.unknown 0, sites.by_condition.stale 0, sites.by_condition.degraded 0, sites.by_condition.disconnected 3, sites.by_condition.down 0',
    },
  ),
  'get-overview: updates': row('updates.total 0, updates.sites 0', {
    'some failed': 'updates.total 1, updates.sites 1',
    'all failed': 'updates.total 3, updates.sites 3',
    disconnected: 'updates.total 2, updates.sites 2',
  }),
  'get-overview: monitoring': row(
    'incidents.total 0, monitoring.summary No site is monitored, so outages go unnoticed.',
    {
      'no sites': 'incidents.total 0, monitoring.summary There is no site to monitor.',
      healthy: 'incidents.total 0, monitoring.summary All 3 sites are monitored; none of them is down.',
      'some failed': 'incidents.total 1, monitoring.summary All 3 sites are monitored; 1 of them is down.',
      'all failed': 'incidents.total 3, monitoring.summary All 3 sites are monitored; 3 of them are down.',
      stale: 'incidents.total 0, monitoring.summary All 3 sites are monitored, but none of them was checked lately.',
    },
  ),
  'get-overview: security': row('security.issues 0, security.coverage.summary null', {
    'nothing known': 'security.issues 0, security.coverage.summary 3 sites have not reported any security checks.',
    healthy: 'security.issues 4, security.coverage.summary null',
    'some failed': 'security.issues 5, security.coverage.summary null',
    'all failed': 'security.issues 7, security.coverage.summary null',
    stale: 'security.issues 4, security.coverage.summary The security checks of 3 sites are out of date.',
    disconnected: 'security.issues 6, security.coverage.summary null',
  }),
  'get-overview: syncs': row('failed_syncs.total 0, disconnected.total 0, get_started.has_synced false', {
    healthy: 'failed_syncs.total 0, disconnected.total 0, get_started.has_synced true',
    'some failed': 'failed_syncs.total 1, disconnected.total 0, get_started.has_synced true',
    'all failed': 'failed_syncs.total 3, disconnected.total 0, get_started.has_synced true',
    stale: 'failed_syncs.total 0, disconnected.total 0, get_started.has_synced true',
    disconnected: 'failed_syncs.total 0, disconnected.total 3, get_started.has_synced true',
  }),
  'get-overview: expiry': row(
    'certificates.expired 0, certificates.within_30_days 0, certificates.checked 0, domains.expired 0, domains.within_30_days 0, domains.unknown 0, domains.unchecked 3',
    {
      'no sites':
        'certificates.expired 0, certificates.within_30_days 0, certificates.checked 0, domains.expired 0, domains.within_30_days 0, domains.unknown 0, domains.unchecked 0',
      'some failed':
        'certificates.expired 0, certificates.within_30_days 1, certificates.checked 1, domains.expired 1, domains.within_30_days 0, domains.unknown 0, domains.unchecked 2',
      'all failed':
        'certificates.expired 0, certificates.within_30_days 3, certificates.checked 3, domains.expired 3, domains.within_30_days 0, domains.unknown 0, domains.unchecked 0',
    },
  ),
  'get-desk': row('jobs.total 0'),
  'count-sites': row('total 3', { 'no sites': 'total 0' }),
  'get-site': row(
    'status connected, condition.state down, condition.reason The site is down: The site answered 500; expected 200-206., stats.plugin_updates 1',
    {
      'no sites': noSite,
      'nothing known':
        'status connected, condition.state unknown, condition.reason Connected, but not synced yet., stats.plugin_updates 0',
      healthy:
        'status connected, condition.state ok, condition.reason Connected, synced and up., stats.plugin_updates 0',
      stale:
        'status connected, condition.state stale, condition.reason The site was not synced for longer than planned, so its data may be out of date., stats.plugin_updates 0',
      disconnected:
        'status disconnected, condition.state disconnected, condition.reason Not connected: Disconnected in Flotilla., stats.plugin_updates 0',
    },
  ),
  'get-site-sync': row('last_sync 2026-11-15T09:00:00Z, error.message undefined', {
    'no sites': noSite,
    'nothing known': 'last_sync null, error.message undefined',
    'some failed':
      'last_sync 2026-11-15T09:00:00Z, error.message No connection to site-1 could be made; check that its web server is running.',
    'all failed':
      'last_sync 2026-11-15T09:00:00Z, error.message No connection to site-1 could be made; check that its web server is running.',
    stale: 'last_sync 2026-11-03T09:00:00Z, error.message undefined',
  }),
  'list-updates': row('summary.total 0', {
    'some failed': 'summary.total 1',
    'all failed': 'summary.total 3',
    disconnected: 'summary.total 2',
  }),
  'list-updates-by-site': row('total 0', {
    'some failed': 'total 1',
    'all failed': 'total 3',
    disconnected: 'total 2',
  }),
  'get-site-updates': row('summary.total 0', {
    'no sites': noSite,
    'some failed': 'summary.total 1',
    'all failed': 'summary.total 1',
    disconnected: 'summary.total 1',
  }),
  'get-monitoring-coverage': row(
    'sites 3, monitored 0, checked 0, down 0, summary No site is monitored, so outages go unnoticed.',
    {
      'no sites': 'sites 0, monitored 0, checked 0, down 0, summary There is no site to monitor.',
      healthy: 'sites 3, monitored 3, checked 3, down 0, summary All 3 sites are monitored; none of them is down.',
      'some failed': 'sites 3, monitored 3, checked 3, down 1, summary All 3 sites are monitored; 1 of them is down.',
      'all failed': 'sites 3, monitored 3, checked 3, down 3, summary All 3 sites are monitored; 3 of them are down.',
      stale:
        'sites 3, monitored 3, checked 0, down 0, summary All 3 sites are monitored, but none of them was checked lately.',
    },
  ),
  'count-monitors: up': row('total 0', { healthy: 'total 3', 'some failed': 'total 2' }),
  'count-monitors: stale': row('total 0', { stale: 'total 3' }),
  'count-monitors: down': row('total 0', { 'some failed': 'total 1', 'all failed': 'total 3' }),
  'count-monitors: paused': row('total 0', { 'nothing known': 'total 3', disconnected: 'total 3' }),
  'get-monitor': row('last_status paused, stale false, uptime_ratio_24h null, uptime_ratio_30d null', {
    'no sites': noSite,
    healthy: 'last_status up, stale false, uptime_ratio_24h 100, uptime_ratio_30d 100',
    'some failed': 'last_status down, stale false, uptime_ratio_24h 16.666, uptime_ratio_30d 16.666',
    'all failed': 'last_status down, stale false, uptime_ratio_24h 16.666, uptime_ratio_30d 16.666',
    stale: 'last_status up, stale true, uptime_ratio_24h null, uptime_ratio_30d 100',
  }),
  'count-incidents': row('total 0', { 'no sites': noSite, 'some failed': 'total 1', 'all failed': 'total 1' }),
  'list-jobs': row('type [], outcome [], succeeded [], failed [], partial []', {
    healthy:
      'type [sync; update; sync; sync], outcome [succeeded; succeeded; succeeded; succeeded], succeeded [3; 3; 3; 3], failed [0; 0; 0; 0], partial [0; 0; 0; 0]',
    'some failed':
      'type [sync; update; sync; sync], outcome [partial; partial; succeeded; succeeded], succeeded [2; 2; 3; 3], failed [1; 1; 0; 0], partial [0; 1; 0; 0]',
    'all failed':
      'type [sync; update; sync; sync], outcome [failed; partial; succeeded; succeeded], succeeded [0; 0; 3; 3], failed [3; 3; 0; 0], partial [0; 2; 0; 0]',
    stale:
      'type [sync; update; sync; sync], outcome [succeeded; succeeded; succeeded; succeeded], succeeded [3; 3; 3; 3], failed [0; 0; 0; 0], partial [0; 0; 0; 0]',
    disconnected: 'type [sync], outcome [succeeded], succeeded [3], failed [0], partial [0]',
  }),
  'get-job': row(noJob, {
    healthy: 'status completed, outcome succeeded, processed 3, succeeded 3, failed 0, partial 0',
    'some failed': 'status completed, outcome partial, processed 3, succeeded 2, failed 1, partial 1',
    'all failed': 'status completed, outcome partial, processed 3, succeeded 0, failed 3, partial 2',
    stale: 'status completed, outcome succeeded, processed 3, succeeded 3, failed 0, partial 0',
  }),
  'get-batch-job-status': row(noJob, {
    healthy: 'status completed, outcome succeeded, processed 3, succeeded 3, failed 0, partial 0',
    'some failed': 'status completed, outcome partial, processed 3, succeeded 2, failed 1, partial 1',
    'all failed': 'status completed, outcome partial, processed 3, succeeded 0, failed 3, partial 2',
    stale: 'status completed, outcome succeeded, processed 3, succeeded 3, failed 0, partial 0',
  }),
}
