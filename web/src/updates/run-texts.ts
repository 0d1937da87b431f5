import { defineTexts } from '../texts/define-texts.ts'

/** The page of an update run, besides jobTexts. */
export const runTexts = defineTexts({
  updating: 'Updating',
  source: '<updates>Updates</updates>, <job>job {jobId}</job>, started by {user}, <time></time>',
  progressOf: '{processed, number} of {total, plural, one {# site} other {# sites}}',
  progressOfSince: '{processed, number} of {total, plural, one {# site} other {# sites}}, {duration}',
  stop: 'Stop',
  stopTitle: 'Stop this run?',
  stopConsequence: 'Sites that are being updated are finished. Waiting sites are not changed.',
  stopRun: 'Stop the run',
  stopping: 'Stopping',
  stopped: 'Stopped',
  retry: 'Retry {count, plural, one {# failed site} other {# failed sites}}',

  installed: 'Updates installed',
  notInstalled: 'Not installed',
  notInstalledYet: 'Not installed yet',
  sitesFailed: 'Sites failed',
  sitesPartlyUpdated: 'Sites partly updated',
  sitesDown: 'Sites down after update',
  skipped: '{count, plural, one {# site} other {# sites}} skipped',
  more: 'and {count, number} more',

  sitesOfRun: 'Sites of this run',
  site: 'Site',
  health: 'Health',
  noSitesInState: 'No sites in this state',
  homepageBeforeAfter: 'Homepage before: {before}, after: {after}',
  notChecked: 'not checked',
  noAnswer: 'no answer',
  lastAttempt: 'Last attempt: {message}',
  itemError: '{item}: {message}',
  nothingPendingNow: 'Nothing to update: no updates are left.',
  nothingPending: 'Nothing to update: no updates were left.',
  unchecked:
    'Homepages were not checked after this run. Turn on “Check pages before and after updates” in Settings, Updates.',
  openSettings: 'Open settings',
})
