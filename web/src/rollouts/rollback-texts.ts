import { defineTexts } from '../texts/define-texts.ts'

export const rollbackTexts = defineTexts({
  rollBack: 'Roll back',
  rollBackAll: 'Roll back all',
  titleAll: 'Roll back all sites of this rollout?',
  titleWave: 'Roll back wave {wave, number}?',
  titleSite: 'Roll back {site}?',
  cancel: 'Cancel',
  start: 'Roll back {count, plural, one {# site} other {# sites}}',
  sites: '{count, plural, one {# site} other {# sites}}',
  summary:
    '{items, plural, one {# update} other {# updates}} on {sites, plural, one {# site} other {# sites}}: {from_guard, number} from the copy of the guard, {from_directory, number} from the public directory, {impossible, number} cannot be rolled back.',
  item: '{name} {from} back to {to}',
  fromGuard: 'From the copy of the guard',
  fromDirectory: 'From the public directory',
  noWay: 'Not possible',
  more: 'And {count, plural, one {# more site} other {# more sites}}',
  waiting: 'Rollback waiting',
  running: 'Rolling back',
  done: 'Rolled back manually',
  unhealthy: 'Rolled back, but the site fails its checks',
  partial: 'Partly rolled back',
  failed: 'Rollback failed',
  unknown: 'Rollback result unknown',
  skipped: 'Nothing rolled back',
})
