import { defineTexts } from '../texts/define-texts.ts'

/** The plan of a rollout. */
export const planTexts = defineTexts({
  title: 'Roll out in waves',
  introduction: 'Each wave starts when the one before has ended within its failure budget.',
  upTo: 'Install',
  upToPatch: 'Patch releases only',
  upToMinor: 'Patch and minor releases',
  upToAll: 'All releases',
  canaryTag: 'First wave: sites with this tag',
  canaryOne: '1 site',
  share: 'Second wave (percent)',
  soakMinutes: 'Minutes between waves',
  maxFailures: 'Pause when this share of a wave failed (percent)',
  startsWhen: 'Start at (empty: now)',

  byPolicy: 'As in the update policies',
  off: 'Off',
  warn: 'Warn',
  block: 'Roll back',
  guard: 'Guard',
  guardHint: 'Restores a site that cannot start after an update.',
  guardIfPossible: 'Where possible',
  guardRequired: 'Required: no update without it',
  pageChecks: 'Page checks (HTTP)',
  pageChecksHint: 'Status, error messages and blank pages, before and after.',
  browserChecks: 'Browser checks',
  browserChecksHint: 'Script errors and a picture of the homepage.',
  browserSites: 'Browser checks run on',
  browserSample: 'The first wave and every 20th site',
  browserAll: 'Every site',

  planned: 'Plan',
  plannedWave:
    '{name}: {sites, plural, one {# site} other {# sites}}, pauses at {budget, plural, one {# failed site} other {# failed sites}}{soak, plural, =0 {} one {, then waits # minute} other {, then waits # minutes}}',
  plannedItem: '{name} {version}: {sites, plural, one {# site} other {# sites}}',
  moreItems: '{count, plural, one {and # more update} other {and # more updates}}',
  withoutGuard:
    '{count, plural, one {# update cannot be rolled back automatically} other {# updates cannot be rolled back automatically}}',
  leftOut: 'Not installed, because a guard is required here.',
  unguardedItem: '{name} on {site}',
  moreUnguarded: 'and {count, number} more',
  start: 'Start on {count, plural, one {# site} other {# sites}}',
  startPlain: 'Start',
  cancel: 'Cancel',
  sitesToType: '{count, plural, one {# site} other {# sites}}',

  coreNeedsWaves:
    'WordPress itself cannot be rolled back. On more than 25 sites it is rolled out in waves, and the first wave is small.',
})
