import { type Row, row } from './row.ts'

const notSent = 'not sent'

/** Mails and reports. */
export const documentRows: Readonly<Record<string, Row>> = {
  'mail down': row(notSent, {
    'some failed':
      'Meyer Restaurant is down. / Meyer Restaurant (site-1): The site answered 500; expected 200-206. · (time)',
    'all failed':
      '3 sites are down. / All of them are at the same address, 203.0.113.7. / Meyer Restaurant (site-1): The site answered 500; expected 200-206. · (time) / Steiner Museum Riverside (site-2): The site answered 500; expected 200-206. · (time) / Ferris Optician Waldhof (site-3): The site answered 500; expected 200-206. · (time)',
  }),
  'mail certificate': row(notSent, {
    'some failed':
      'The certificate of Meyer Restaurant needs attention. / Meyer Restaurant (site-1): The certificate expires on 2026-11-20, in 5 days; renew it. · (time)',
    'all failed':
      'The certificates of 3 sites need attention. / Meyer Restaurant (site-1): The certificate expires on 2026-11-20, in 5 days; renew it. · (time) / Steiner Museum Riverside (site-2): The certificate expires on 2026-11-20, in 5 days; renew it. · (time) / Ferris Optician Waldhof (site-3): The certificate expires on 2026-11-20, in 5 days; renew it. · (time)',
  }),
  'mail domain': row(notSent, {
    'some failed':
      'The domain site-1.example must be renewed. / site-1.example (Meyer Restaurant): The domain expired on 2026-11-13; renew it.',
    'all failed':
      '3 domains must be renewed. / site-1.example (Meyer Restaurant): The domain expired on 2026-11-13; renew it. / site-2.example (Steiner Museum Riverside): The domain expired on 2026-11-13; renew it. / site-3.example (Ferris Optician Waldhof): The domain expired on 2026-11-13; renew it.',
  }),
  'mail health': row(notSent, {
    'some failed': 'Meyer Restaurant is in poor health. / Meyer Restaurant (site-1): 40 of 100 · (time)',
    'all failed':
      '3 sites are in poor health. / Meyer Restaurant (site-1): 40 of 100 · (time) / Steiner Museum Riverside (site-2): 40 of 100 · (time) / Ferris Optician Waldhof (site-3): 40 of 100 · (time)',
  }),
  'mail daily_digest': row(notSent, {
    'nothing known':
      'This is what your 3 sites need on (time). / 3 sites were never synced, so no updates are known there. / No site is monitored, so outages go unnoticed.',
    'some failed':
      'This is what your 3 sites need on (time). / Down: Meyer Restaurant | (time) | The site answered 500; expected 200-206. / Not synced: Meyer Restaurant | No connection to site-1 could be made; check that its web server is running. / To be renewed: Certificate of Meyer Restaurant | 5; Domain site-1.example | expired 2 days ago / Updates: Plugins | 1 | 1',
    'all failed':
      'This is what your 3 sites need on (time). / Down: Ferris Optician Waldhof | (time) | The site answered 500; expected 200-206.; Steiner Museum Riverside | (time) | The site answered 500; expected 200-206.; Meyer Restaurant | (time) | The site answered 500; expected 200-206. / Not synced: Meyer Restaurant | No connection to site-1 could be made; check that its web server is running.; Steiner Museum Riverside | No connection to site-2 could be made; check that its web server is running.; Ferris Optician Waldhof | No connection to site-3 could be made; check that its web server is running. / To be renewed: Certificate of Meyer Restaurant | 5; Certificate of Steiner Museum Riverside | 5; Certificate of Ferris Optician Waldhof | 5; Domain site-1.example | expired 2 days ago; Domain site-2.example | expired 2 days ago; Domain site-3.example | expired 2 days ago / Updates: Plugins | 3 | 3',
    stale:
      'This is what your 3 sites need on (time). / 3 sites were not synced for longer than planned, so the numbers may be out of date. / All 3 sites are monitored, but none of them was checked lately.',
    disconnected:
      'This is what your 3 sites need on (time). / No site is monitored, so outages go unnoticed. / Not connected: Meyer Restaurant | Disconnected in Flotilla.; Steiner Museum Riverside | Disconnected in Flotilla.; Ferris Optician Waldhof | Disconnected in Flotilla. / Updates: Themes | 2 | 2',
  }),
  'get-client-report': row(
    'Summary This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. Availability 100 % in less than an hour of monitoring per website Interruptions 0 none while monitored Updates 5 3 plugins, 2 themes, 0 × WordPress Response time 120 ms on average',
    {
      'no sites': '409, without “Summary”',
      'nothing known':
        'Summary This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. There are no figures for this period yet.',
      'some failed':
        'Summary This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. Availability 50 % in less than an hour of monitoring per website Interruptions 1 5 minutes Updates 4 2 plugins, 2 themes, 0 × WordPress Response time 120 ms on average',
      'all failed':
        'Summary This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. Availability 16.666 % in less than an hour of monitoring per website Interruptions 3 15 minutes Updates 2 0 plugins, 2 themes, 0 × WordPress Response time 120 ms on average',
      disconnected:
        'Summary This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. Updates 0 none in this period',
    },
  ),
  'get-site-report': row(
    'Summary WordPress 6.9 · PHP 8.1.31 This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. Availability 16.666 % in less than an hour of monitoring Interruptions 1 5 minutes Updates 1 0 plugins, 1 theme, 0 × WordPress Response time 120 ms on average Availability 16.666 % in less than an hour of monitoring Interruptions 5 minutes in total Started Duration Cause November 15, 2026, 08:55 ongoing The website answered with an error Updates 1 update After this update the website was checked automatically, and it worked. What Kind Version Date Hello Elementor Theme 3.4.4 → 3.4.5 November 15, 2026',
    {
      'no sites': '404, without “Summary”',
      'nothing known':
        'Summary This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. There are no figures for this period yet. If you have any questions about this report, just reply to the e-mail it came with. Thank you for your trust. Created on November 15, 2026. Times are in UTC+0.',
      healthy:
        'Summary WordPress 6.9 · PHP 8.1.31 This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. Availability 100 % in less than an hour of monitoring Interruptions 0 none while monitored Updates 2 1 plugin, 1 theme, 0 × WordPress Response time 120 ms on average Availability 100 % in less than an hour of monitoring Updates 2 updates After each of these updates the website was checked automatically, and it worked. What Kind Version Date Hello Elementor Theme 3.4.4 → 3.4.5 November 15, 2026 Forms Plugin 1.0 → 1.1 November 15, 2026',
      stale:
        'Summary WordPress 6.9 · PHP 8.1.31 This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. Availability 100 % in less than an hour of monitoring Interruptions 0 none while monitored Updates 2 1 plugin, 1 theme, 0 × WordPress Response time 120 ms on average Availability 100 % in less than an hour of monitoring Updates 2 updates After each of these updates the website was checked automatically, and it worked. What Kind Version Date Hello Elementor Theme 3.4.4 → 3.4.5 November 3, 2026 Forms Plugin 1.0 → 1.1 November 3, 2026',
      disconnected:
        'Summary WordPress 6.9 · PHP 8.1.31 This report shows how your website did and what we did for it in October 16, 2026 – November 15, 2026: how reliably it was reachable, what was updated, and how its security stands. Updates 0 none in this period Updates No updates were installed in this period.',
    },
  ),
  'get-report-segment: uptime': row('Uptime Uptime There is nothing to report for this period.', {
    'no sites': '404, without “Uptime Uptime”',
    healthy:
      'Uptime Uptime Ratio 100 Monitored hours 0.03 Checks 2 Failed 0 Incidents 0 Downtime minutes 0 Response avg ms 120 Response min ms 120 Response max ms 120',
    'some failed':
      'Uptime Uptime Ratio 16.666 Monitored hours 0.1 Checks 3 Failed 2 Incidents 1 Downtime minutes 5 Response avg ms 120 Response min ms 120 Response max ms 120',
    'all failed':
      'Uptime Uptime Ratio 16.666 Monitored hours 0.1 Checks 3 Failed 2 Incidents 1 Downtime minutes 5 Response avg ms 120 Response min ms 120 Response max ms 120',
    stale:
      'Uptime Uptime Ratio 100 Monitored hours 0.1 Checks 2 Failed 0 Incidents 0 Downtime minutes 0 Response avg ms 120 Response min ms 120 Response max ms 120',
  }),
  'get-report-segment: plugins': row('Plugins Plugins There is nothing to report for this period.', {
    'no sites': '404, without “Plugins Plugins”',
    healthy: 'Plugins Plugins Installed 0 Activated 0 Deactivated 0 Updated 1 Edited 0 Deleted 0 Total 1',
    stale: 'Plugins Plugins Installed 0 Activated 0 Deactivated 0 Updated 1 Edited 0 Deleted 0 Total 1',
  }),
  'mail up': row(notSent, {
    'some failed':
      'Meyer Restaurant is up again. / Meyer Restaurant (site-1): Was down for 5 min: The site answered 500; expected 200-206. · (time)',
    'all failed':
      '3 sites are up again. / All of them are at the same address, 203.0.113.7. / Meyer Restaurant (site-1): Was down for 5 min: The site answered 500; expected 200-206. · (time) / Steiner Museum Riverside (site-2): Was down for 5 min: The site answered 500; expected 200-206. · (time) / Ferris Optician Waldhof (site-3): Was down for 5 min: The site answered 500; expected 200-206. · (time)',
  }),
}
