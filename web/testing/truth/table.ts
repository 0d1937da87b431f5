import type { FleetState } from '../../../service/testing/fleet-states.ts'

/** The place does not exist in this state. */
export const notShown = Symbol('not shown')

type Expected = string | readonly string[] | typeof notShown
type Row = Record<FleetState, Expected>

const neverSynced = '3 sites were never synced.'
const someFailed = 'The last sync of 1 site failed.'
const allFailed = 'The last sync of 3 sites failed.'
const stale = '3 sites were not synced for longer than planned.'
const disconnected = '3 sites are not connected.'
const notMonitored = 'No site is monitored, so outages go unnoticed.'
const noneDown = 'All 3 sites are monitored; none of them is down.'
const notChecked = 'All 3 sites are monitored, but none of them was checked lately.'
const unchecked = 'No known expiry within 30 days. 3 sites have not been checked yet, or did not answer.'

/** Says what it cannot know: sites that are not monitored or not synced. */
const nothingListed = ['No open items', 'Sites that are not monitored or not synced may have issues']
const domainsUnchecked = 'No known expiry within 30 days. The domains of 3 sites have not been looked up yet.'

/** The same in all states. */
const always = (text: string): Row => ({
  'no sites': notShown,
  ...{ 'nothing known': text, healthy: text, 'some failed': text, 'all failed': text, stale: text, disconnected: text },
})

/**
 * Every place of the dashboard that sums something up, and what it must contain for each state of a fleet.
 * By address; a place is the title of a card, `header` or `main`.
 */
export const truthTable: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  '/': {
    'Available updates': {
      'no sites': notShown,
      'nothing known': ['None known', neverSynced],
      healthy: 'Available updates None 0',
      'some failed': ['1 on 1 site', someFailed],
      'all failed': ['3 on 3 sites', allFailed],
      stale: ['None known', stale],
      disconnected: ['2 on 2 sites', disconnected],
    },
    Security: {
      'no sites': notShown,
      'nothing known': 'No known issues. 3 sites have not reported any security checks.',
      healthy: 'Security 4',
      'some failed': 'Security 5',
      'all failed': 'Security 7',
      stale: ['Security 4', 'The security checks of 3 sites are out of date.'],
      disconnected: 'Security 6',
    },
    'Failed syncs': {
      'no sites': notShown,
      'nothing known': `No sync has failed. ${neverSynced}`,
      healthy: 'The last sync of every site succeeded.',
      'some failed': ['Failed syncs 1', 'No connection to 127.89.0.1 could be made'],
      'all failed': ['Failed syncs 3', 'No connection to 127.89.0.1 could be made'],
      stale: `The last sync of every site succeeded. ${stale}`,
      disconnected: `The last sync of every site succeeded. ${disconnected}`,
    },
    'Changes made on sites': {
      'no sites': notShown,
      'nothing known': `No known changes. ${neverSynced}`,
      healthy: 'MainWP Child',
      'some failed': ['MainWP Child', someFailed],
      'all failed': ['MainWP Child', allFailed],
      stale: ['MainWP Child', stale],
      disconnected: ['MainWP Child', disconnected],
    },
    Certificates: always(unchecked),
    Domains: always(domainsUnchecked),
    'Open incidents': {
      'no sites': notShown,
      'nothing known': [notMonitored, 'Monitor all sites'],
      healthy: noneDown,
      'some failed': ['Open incidents 1', 'The site answered 500'],
      'all failed': 'Open incidents 3',
      stale: notChecked,
      disconnected: notMonitored,
    },
    Sites: {
      'no sites': notShown,
      'nothing known': ['Connected 0', 'Not synced yet 3'],
      healthy: ['Connected 3', 'Down 0'],
      'some failed': ['Connected 2', 'Down 1'],
      'all failed': ['Connected 0', 'Down 3'],
      stale: ['Connected 0', 'Out of date 3'],
      disconnected: ['Connected 0', 'Disconnected 3'],
    },
    'Disconnected sites': { ...always('Every site is connected.'), disconnected: 'Disconnected sites 3' },
  },
  '/updates': {
    header: {
      'no sites': 'No sites yet.',
      'nothing known': `No known updates. ${neverSynced}`,
      healthy: 'Every site was up to date at its last sync.',
      'some failed': `1 update available on 1 of 3 sites. ${someFailed}`,
      'all failed': `3 updates available on 3 of 3 sites. ${allFailed}`,
      stale: `No known updates. ${stale}`,
      disconnected: `2 updates available on 2 of 3 sites. ${disconnected}`,
    },
    main: {
      ...{
        'no sites': 'No known updates',
        'nothing known': 'No known updates',
        healthy: 'No known updates',
      },
      ...{
        'some failed': 'Forms',
        'all failed': 'Forms',
        stale: 'No known updates',
        disconnected: 'Hello Elementor',
      },
    },
  },
  '/monitors?view=incidents': {
    main: {
      'no sites': 'There is no site to monitor.',
      'nothing known': notMonitored,
      healthy: noneDown,
      'some failed': 'The site answered 500',
      'all failed': 'The site answered 500',
      stale: notChecked,
      disconnected: notMonitored,
    },
  },
  '/sites/1': {
    header: {
      'no sites': notShown,
      'nothing known': 'Not synced yet',
      healthy: 'Connected',
      'some failed': 'Down',
      'all failed': 'Down',
      stale: 'Out of date',
      disconnected: 'Disconnected',
    },
  },
  '/sites/1/connection': {
    'Received data by section': {
      'no sites': notShown,
      'nothing known': 'Nothing yet.',
      healthy: 'All received',
      'some failed': 'Before the failed sync',
      'all failed': 'Before the failed sync',
      stale: 'Out of date',
      disconnected: 'All received',
    },
  },
  '/sites/1/updates': {
    main: {
      'no sites': notShown,
      'nothing known': 'No known updates The site has not been synced yet.',
      healthy: 'were up to date at the last successful sync, just now.',
      'some failed': ['The last sync failed, so the data may be out of date.', 'Forms'],
      'all failed': ['The last sync failed, so the data may be out of date.', 'Forms'],
      stale: 'were up to date at the last successful sync, 12 days ago.',
      disconnected: 'Not connected. Disconnected in Flotilla.',
    },
  },
  '/jobs': {
    main: {
      'no sites': 'No jobs yet',
      'nothing known': 'No jobs yet',
      healthy: ['Job 4, 3 targets Completed 3 of 3 0', 'Job 3, 3 targets Completed 3 of 3 0'],
      'some failed': ['Job 4, 3 targets Partly done 3 of 3 1', 'Job 3, 3 targets Partly done 3 of 3 1'],
      'all failed': ['Job 4, 3 targets Failed 3 of 3 3', 'Job 3, 3 targets Partly done 3 of 3 3, 2 partly done'],
      stale: 'Job 4, 3 targets Completed 3 of 3 0 Flotilla 12 days ago',
      disconnected: 'Job 1, 3 targets Completed 3 of 3 0',
    },
  },
  '/jobs/3': {
    main: {
      ...{ 'no sites': notShown, 'nothing known': notShown, disconnected: notShown },
      healthy: ['Completed 3 of 3 (100 %)', 'Succeeded 3 Failed 0'],
      'some failed': ['Partly done 3 of 3 (100 %)', 'Succeeded 2 Failed 1 Of these partly done 1'],
      'all failed': ['Partly done 3 of 3 (100 %)', 'Succeeded 0 Failed 3 Of these partly done 2'],
      stale: ['Completed 3 of 3 (100 %)', 'Succeeded 3 Failed 0'],
    },
  },
  '/updates/run/3': {
    main: {
      ...{ 'no sites': notShown, 'nothing known': notShown, disconnected: notShown },
      healthy: [
        'All 3 sites updated',
        '5 Updates installed 0 Not installed 0 Sites failed 0 Sites partly updated 0 Sites down',
      ],
      'some failed': [
        '2 of 3 sites updated',
        'Partly done',
        '4 Updates installed 1 Not installed 0 Sites failed 1 Sites',
      ],
      'all failed': [
        '0 of 3 sites updated',
        'Partly done',
        '2 Updates installed 3 Not installed 1 Sites failed 2 Sites',
      ],
      stale: ['All 3 sites updated', '12 days ago', '0 Sites down after update'],
    },
  },
  '/today': {
    main: {
      'no sites': nothingListed,
      'nothing known': nothingListed,
      healthy: nothingListed,
      'some failed': [
        'Open (2)',
        'Sites down (1) Failed updates (1)',
        'Meyer Restaurant is down',
        '1 update failed on Meyer Restaurant',
      ],
      'all failed': ['Open (6)', 'Sites down (3) Failed updates (3)', 'is down', '1 update failed on'],
      stale: nothingListed,
      disconnected: ['Open (3)', 'Disconnected sites (3)', 'is disconnected'],
    },
  },
  '/sites': {
    main: {
      'no sites': 'No sites yet',
      'nothing known': 'Not synced yet Connected, but not synced yet. Acme – – Not monitored',
      healthy: 'Connected Synced just now Acme 0 – 100 %',
      'some failed': ['Connected Synced just now', 'Acme 1 89 Down now'],
      'all failed': 'Acme 1 89 Down now',
      stale: 'Out of date Synced 12 days ago Acme 0 – 100 % 12 days ago',
      disconnected: 'Disconnected Disconnected in Flotilla.',
    },
  },
  '/monitors': {
    main: {
      'no sites': 'No monitors yet',
      'nothing known': [notMonitored, '0 Up 3 Not monitored'],
      healthy: '0 Down 0 Being checked again 3 Up 0 Not monitored',
      'some failed': '1 Down 0 Being checked again 2 Up 0 Not monitored',
      'all failed': '3 Down 0 Being checked again 0 Up 0 Not monitored',
      stale: [notChecked, '0 Up 3 Not checked lately 0 Not monitored Not checked lately 3', 'Up 12 days ago'],
      disconnected: notMonitored,
    },
  },
  '/monitors/1': {
    main: {
      'no sites': notShown,
      'nothing known': ['This site is not checked.', 'No incidents are recorded'],
      healthy: ['Meyer Restaurant Monitors, 127.89.0.1', 'Up Settings', 'No incidents are recorded'],
      'some failed': ['Down Settings', 'The site answered 500'],
      'all failed': ['Down Settings', 'The site answered 500'],
      stale: ['Up 12 days ago Settings', 'No checks in this period.'],
      disconnected: 'This site is not checked.',
    },
  },
  '/clients/1': {
    main: {
      'no sites': 'No sites yet',
      'nothing known': 'Not synced yet – – Never',
      healthy: 'Connected 0 100 % just now',
      'some failed': ['Connected 0 100 % just now', 'Down 1'],
      'all failed': 'Down 1',
      stale: 'Out of date 0 100 % 12 days ago',
      disconnected: 'Disconnected 1 –',
    },
  },
  '/costs': {
    main: {
      ...always('$135.50 per month, all active costs $1,626.00 per year'),
      'no sites': '$135.50 per month, all active costs $1,626.00 per year',
    },
  },
  '/costs?view=clients': {
    main: { ...always('Acme 2 $125.50'), 'no sites': 'Unassigned' },
  },
  '/audit?kind=updates': {
    main: {
      ...{ 'no sites': 'No entries match', 'nothing known': 'No entries match', disconnected: 'No entries match' },
      healthy: 'Run updates all sites Flotilla Done',
      'some failed': 'Run updates all sites Flotilla Partly done',
      'all failed': 'Run updates all sites Flotilla Partly done',
      stale: 'Run updates all sites Flotilla Done',
    },
  },
  '/sites/1/updates?view=history': {
    main: {
      'no sites': notShown,
      ...{ 'nothing known': 'No updates installed yet', disconnected: 'No updates installed yet' },
      healthy: 'Forms Plugin 1.0 → to 1.1 Installed',
      'some failed': 'Forms Plugin 1.0 (1.1 not installed) Rolled back',
      'all failed': 'Forms Plugin 1.0 (1.1 not installed) Rolled back',
      stale: 'Forms Plugin 1.0 → to 1.1 Installed',
    },
  },
  '/posts': {
    main: {
      'no sites': 'No posts yet',
      ...{ 'nothing known': 'No posts yet', healthy: 'No posts yet', stale: 'No posts yet' },
      'some failed': [
        '1 site could not be read',
        'Meyer Restaurant: No connection',
        'None on the sites that could be read',
      ],
      'all failed': ['3 sites could not be read', 'No site could be read'],
      disconnected: ['3 sites could not be read', 'No site could be read'],
    },
  },
  '/comments': {
    main: {
      'no sites': 'No comments to moderate',
      ...{
        'nothing known': 'No comments to moderate',
        healthy: 'No comments to moderate',
        stale: 'No comments to moderate',
      },
      'some failed': ['1 site could not be read', 'None on the sites that could be read'],
      'all failed': ['3 sites could not be read', 'No site could be read'],
      disconnected: ['3 sites could not be read', 'No site could be read'],
    },
  },
  '/site-users': {
    main: {
      'no sites': 'No users yet',
      ...{
        'nothing known': 'admin Meyer Restaurant',
        healthy: 'admin Meyer Restaurant',
        stale: 'admin Meyer Restaurant',
      },
      'some failed': ['1 site could not be read', 'Meyer Restaurant: No connection'],
      ...{ 'all failed': '3 sites could not be read', disconnected: '3 sites could not be read' },
    },
  },
  '/access': {
    main: { ...always('ada'), 'no sites': 'ada' },
  },
  '/updates/site/1': {
    main: {
      'no sites': notShown,
      ...{ 'nothing known': 'No known updates', healthy: 'No known updates', stale: 'No known updates' },
      ...{ 'some failed': 'Forms', 'all failed': 'Forms', disconnected: 'Hello Elementor' },
    },
  },
}

const oneRowEach = 'lists items; each row has its own state'
const form = 'a form'

/** Pages that sum nothing up, with the reason. */
export const pagesWithoutSummary: Readonly<Record<string, string>> = {
  '/sites/add': form,
  '/sites/import': form,
  '/updates/item': oneRowEach,
  '/plugins': oneRowEach,
  '/plugins/item': oneRowEach,
  '/themes': oneRowEach,
  '/themes/item': oneRowEach,
  '/certificates': oneRowEach,
  '/domains': oneRowEach,
  '/performance': oneRowEach,
  '/performance/$siteId': 'shows the audits of one site with their times',
  '/changes': oneRowEach,
  '/clients': oneRowEach,
  '/clients/import': form,
  '/clients/fields': oneRowEach,
  '/tags': oneRowEach,
  '/costs/import': form,
  '/posts/new': form,
  '/posts/$siteId/$postId': form,
  '/site-users/import': form,
  '/time-tracker': 'sums of entered times; not data of sites',
  '/reports': 'the report has a table of its own in client-sentences.test.ts',
  '/move-in': form,
  '/move-in/$step': 'plans and results of one import; web/tests/moving-in.release.test.ts checks their sentences',
  '/approvals': oneRowEach,
  '/connect': form,
  '/approvals/$approvalId': 'one request of a key, as it is signed; web/tests/sign-in.test.ts checks it',
  '/notifications': oneRowEach,
  '/notifications/$tab': oneRowEach,
  '/rollouts': oneRowEach,
  '/rollouts/$rolloutId': 'the waves and steps of one rollout; web/tests/rollouts.test.ts checks their sentences',
  '/security': 'counts with the state of the sources; web/tests/security.test.ts checks both',
  '/security/emergency': 'a search, then one row per site; web/tests/security.test.ts checks its sentence',
  '/security/vulnerabilities/$vulnerabilityId': 'one row per site; web/tests/security.test.ts checks its sentence',
  '/security/versions': oneRowEach,
  '/security/closed': oneRowEach,
  '/update-policies': form,
  '/packages': oneRowEach,
  '/incidents/$incidentId': 'one incident with its times; web/tests/incidents.test.ts checks its sentences',
  '/maintenance': oneRowEach,
  '/webhooks': oneRowEach,
  '/webhooks/$webhookId': 'the deliveries of one webhook, each row with its own state',
  '/settings': form,
  '/settings/$group': form,
  '/access/import': form,
  '/access/$tab': oneRowEach,
  '/account': form,
  '/service-backups': 'the state of the backups of Flotilla; web/tests/administration.test.ts checks its sentences',
  '/modules': oneRowEach,
  '/docs': 'guides without data',
}
