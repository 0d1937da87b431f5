import { type Row, row } from './row.ts'

const noSite = '404 svc_site_not_found: There is no site 1. Give its id or its address.'
const noMail =
  '503 svc_mail_not_configured: E-mail is not set up. Enter the mail server in Settings → Notifications, or set SMTP_URL (such as smtp://host:587) and MAIL_FROM and start the service again.'

/** Sums of what people entered, and of our own records. */
export const recordRows: Readonly<Record<string, Row>> = {
  'get-cost-clients': row('total 1, share_rule covered_sites, unassigned_share 0, data.share [100]', {
    'no sites': 'total 0, share_rule covered_sites, unassigned_share 100, data.share []',
  }),
  'get-site-costs': row(
    'currency USD, total_monthly 41.84, total_yearly 502, data.name [Care plan; Hosting], data.share [8.5; 33.34]',
    { 'no sites': noSite },
  ),
  'get-client-costs': row(
    'currency USD, total_monthly 125.5, total_yearly 1506, data.name [Care plan; Hosting], data.share [25.5; 100]',
    { 'no sites': 'currency USD, total_monthly 25.5, total_yearly 306, data.name [Care plan], data.share [25.5]' },
  ),
  'list-cost-shares': row(
    'currency USD, total_monthly 135.5, total_yearly 1626, data.client_name [Acme; Birch], data.total_monthly [125.5; 10]',
    {
      'no sites':
        'currency USD, total_monthly 135.5, total_yearly 1626, data.client_name [Acme; Birch; null], data.total_monthly [25.5; 10; 100]',
    },
  ),
  'list-renewals': row(
    'currency USD, total_monthly 135.5, total_yearly 1626, total 3, data.name [Care plan; Hosting; Licence], data.days_left [5; 5; 5], data.overdue [false; false; false]',
  ),
  'export-costs': row('Hosting | 100 | site-1; site-2; site-3 | ; Care plan | 25.5 | | 1; Licence | 10 | | 2', {
    'no sites': 'Hosting | 100 | | ; Care plan | 25.5 | | 1; Licence | 10 | | 2',
  }),
  'export-clients': row('1 | Acme | site-1; site-2; site-3; 2 | Birch |', {
    'no sites': '1 | Acme | ; 2 | Birch |',
  }),
  'get-client': row('name Acme, status active, sites_count 3', {
    'no sites': 'name Acme, status active, sites_count 0',
  }),
  'count-client-sites': row('total 3', { 'no sites': 'total 0' }),
  'list-audit': row('operation [], result [], outcome []', {
    healthy: 'operation [run-updates], result [done], outcome [ok]',
    'some failed': 'operation [run-updates], result [partial], outcome [partial]',
    'all failed': 'operation [run-updates], result [partial], outcome [partial]',
    stale: 'operation [run-updates], result [done], outcome [ok]',
  }),
  'export-audit': row('no lines', {
    healthy: 'run-updates | done | ok |',
    'some failed': 'run-updates | partial | partial |',
    'all failed': 'run-updates | partial | partial |',
    stale: 'run-updates | done | ok |',
  }),
  'list-users': row('login [ada; mary; vera], role [administrator; manager; viewer], disabled [false; false; false]'),
  'list-invitations': row('total 0'),
  'add-invitation': row(
    '409 svc_public_url_missing: Links are sent by e-mail only when PUBLIC_URL is set to the address people use. Set it and start the service again.',
  ),
  'transfer-user': row(
    '1 1 record transferred. moved {"api_keys":1,"keys_for_others":0,"invitations":0,"notification_channels":0}, switched_off 1',
  ),
  'email-client-report': row(noMail, {
    'no sites': '409 svc_nothing_to_report: Acme has no sites to report on. Assign a site to the client first.',
  }),
  'email-site-report': row(noMail, { 'no sites': noSite }),
  'get-move-in': row(
    'state received, plan.sites {"create":0,"merge":3,"skip":0,"ids_kept":0}, plan.costs {"create":0,"merge":0,"skip":1,"ids_kept":0}, plan.sites_without_key 3, plan.skipped.reason [Its price cannot be read.]',
    {
      'no sites':
        'state received, plan.sites {"create":3,"merge":0,"skip":0,"ids_kept":0}, plan.costs {"create":0,"merge":0,"skip":1,"ids_kept":0}, plan.sites_without_key 3, plan.skipped.reason [Its price cannot be read.]',
    },
  ),
}
