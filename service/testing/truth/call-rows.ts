import { type Row, row } from './row.ts'

const noSite = '404 svc_site_not_found: There is no site 1. Give its id or its address.'
const refused =
  '503 svc_connection_failed: No connection to site-1 could be made; check that its web server is running.'
const notConnected = '409 svc_site_disconnected: Meyer Restaurant is not connected. Reconnect it first.'

/** Answers of calls to the sites, in this order. */
export const callRows: Readonly<Record<string, Row>> = {
  'list-posts': row('total 0, errors.code []', {
    'no sites': '1 Nothing to do. total 0, errors.code []',
    'some failed':
      '1 2 of 3 sites read. No connection to site-1 could be made; check that its web server is running. total 0, errors.code [svc_connection_failed]',
    'all failed':
      '0 0 of 3 sites read. total 0, errors.code [svc_connection_failed; svc_connection_failed; svc_connection_failed]',
    disconnected:
      '0 0 of 3 sites read. total 0, errors.code [svc_site_disconnected; svc_site_disconnected; svc_site_disconnected]',
  }),
  'list-pages': row('total 0, errors.code []', {
    'no sites': '1 Nothing to do. total 0, errors.code []',
    'some failed':
      '1 2 of 3 sites read. No connection to site-1 could be made; check that its web server is running. total 0, errors.code [svc_connection_failed]',
    'all failed':
      '0 0 of 3 sites read. total 0, errors.code [svc_connection_failed; svc_connection_failed; svc_connection_failed]',
    disconnected:
      '0 0 of 3 sites read. total 0, errors.code [svc_site_disconnected; svc_site_disconnected; svc_site_disconnected]',
  }),
  'list-comments': row('1 Comments retrieved successfully. total 0, errors.code []', {
    'no sites': '1 Nothing to do. total 0, errors.code []',
    'some failed':
      '1 2 of 3 sites read. No connection to site-1 could be made; check that its web server is running. total 0, errors.code [svc_connection_failed]',
    'all failed':
      '0 0 of 3 sites read. total 0, errors.code [svc_connection_failed; svc_connection_failed; svc_connection_failed]',
    disconnected:
      '0 0 of 3 sites read. total 0, errors.code [svc_site_disconnected; svc_site_disconnected; svc_site_disconnected]',
  }),
  'list-site-users': row('total 3, errors.code []', {
    'no sites': '1 Nothing to do. total 0, errors.code []',
    'some failed':
      '1 2 of 3 sites read. No connection to site-1 could be made; check that its web server is running. total 2, errors.code [svc_connection_failed]',
    'all failed':
      '0 0 of 3 sites read. total 0, errors.code [svc_connection_failed; svc_connection_failed; svc_connection_failed]',
    disconnected:
      '0 0 of 3 sites read. total 0, errors.code [svc_site_disconnected; svc_site_disconnected; svc_site_disconnected]',
  }),
  'check-sites': row('1 3 sites checked. summary.reachable 3, summary.unreachable 0', {
    'no sites': '1 Nothing to do. summary.reachable 0, summary.unreachable 0',
    'some failed': '1 3 sites checked; 1 did not answer. summary.reachable 2, summary.unreachable 1',
    'all failed': '1 3 sites checked; 3 did not answer. summary.reachable 0, summary.unreachable 3',
  }),
  'activate-site-plugins': row('0 0 of 1 plugin activated. absent/absent.php is not installed on the site.', {
    'no sites': noSite,
    'some failed': refused,
    'all failed': refused,
    disconnected: notConnected,
  }),
  'sync-site': row('1 Site synced. synced true', {
    'no sites': noSite,
    'some failed': refused,
    'all failed': refused,
    disconnected: notConnected,
  }),
  'sync-sites': row('1 3 sites synced. total_synced 3, total_errors 0', {
    'no sites': '1 Nothing to do. total_synced 0, total_errors 0',
    'some failed':
      '1 2 of 3 sites synced. No connection to site-1 could be made; check that its web server is running. total_synced 2, total_errors 1',
    'all failed': '0 0 of 3 sites synced. total_synced 0, total_errors 3',
    disconnected: '0 0 of 3 sites synced. total_synced 0, total_errors 3',
  }),
  'update-all': row('1 Nothing to do. summary.total_updated 0, summary.total_errors 0', {
    'nothing known': '1 2 sites updated. summary.total_updated 2, summary.total_errors 0',
    'some failed':
      '0 0 of 1 site updated. No connection to site-1 could be made; check that its web server is running. summary.total_updated 0, summary.total_errors 1',
    'all failed': '0 0 of 3 sites updated. summary.total_updated 0, summary.total_errors 3',
    disconnected: '0 0 of 2 sites updated. summary.total_updated 0, summary.total_errors 2',
  }),
  'run-updates': row('1 Nothing to do. summary.total_updated 0, summary.total_errors 0', {
    'some failed':
      '0 0 of 1 site updated. No connection to site-1 could be made; check that its web server is running. summary.total_updated 0, summary.total_errors 1',
    'all failed': '0 0 of 3 sites updated. summary.total_updated 0, summary.total_errors 3',
    disconnected: '0 0 of 2 sites updated. summary.total_updated 0, summary.total_errors 2',
  }),
  'update-one-site': row('1 Nothing to do. total_updated 0, total_errors 0', {
    'no sites': noSite,
    'some failed': refused,
    'all failed': refused,
    disconnected: notConnected,
  }),
  'set-admin-passwords': row('1 3 passwords changed. total_changed 3, total_errors 0', {
    'no sites': '400 svc_invalid_input: Invalid input: websites names no site: 1, 2, 3.',
    'some failed':
      '1 2 of 3 passwords changed. No connection to site-1 could be made; check that its web server is running. total_changed 2, total_errors 1',
    'all failed': '0 0 of 3 passwords changed. total_changed 0, total_errors 3',
    disconnected: '0 0 of 3 passwords changed. total_changed 0, total_errors 3',
  }),
  'create-site-users': row('1 3 users created. total_created 3, total_errors 0', {
    'no sites': '400 svc_invalid_input: Invalid input: websites names no site: 1, 2, 3.',
    'some failed':
      '1 2 of 3 users created. No connection to site-1 could be made; check that its web server is running. total_created 2, total_errors 1',
    'all failed': '0 0 of 3 users created. total_created 0, total_errors 3',
    disconnected: '0 0 of 3 users created. total_created 0, total_errors 3',
  }),
  'reconnect-sites': row('1 3 sites reconnected. total_reconnected 3, total_errors 0', {
    'no sites': '0 0 of 3 sites reconnected. total_reconnected 0, total_errors 3',
    'some failed':
      '1 2 of 3 sites reconnected. No connection to site-1 could be made; check that its web server is running. total_reconnected 2, total_errors 1',
    'all failed': '0 0 of 3 sites reconnected. total_reconnected 0, total_errors 3',
  }),
  'suspend-sites': row(
    '1 1 of 2 sites suspended. There is no site 99. Give its id or its address. total_suspended 1, total_errors 1',
    { 'no sites': '0 0 of 2 sites suspended. total_suspended 0, total_errors 2' },
  ),
  'disconnect-sites': row(
    '1 1 of 2 sites disconnected. There is no site 99. Give its id or its address. total_disconnected 1, total_errors 1',
    { 'no sites': '0 0 of 2 sites disconnected. total_disconnected 0, total_errors 2' },
  ),
}
