import { defineTexts } from '../texts/define-texts.ts'

export const bulkTexts = defineTexts({
  willChange:
    '{count, plural, one {<strong>1 site</strong> will be changed.} other {<strong>{count, number} sites</strong> will be changed.}}',
  nothing: 'No sites will be changed.',
  moreSites: 'and {count, plural, one {# more site} other {# more sites}}',
  leftOut: '{count, plural, one {# site skipped} other {# sites skipped}}',
  cannotUndo: 'This cannot be undone.',
  cancel: 'Cancel',
  done: 'Done',
  sitesToChange: 'Sites that will be changed',
  failures: 'What failed',
  typeCount: '{count, plural, one {# site} other {# sites}}',
  progress: 'Progress',
  running: '{done, number} of {total, plural, one {# site} other {# sites}} done',
  allDone: '{total, plural, one {Done on the site.} other {Done on all # sites.}}',
  someDone: 'Done on {done, number} of {total, plural, one {# site} other {# sites}}.',
  noneDone: '{total, plural, one {Failed on the site.} other {Failed on all # sites.}}',
  unknown: '{count, plural, one {The result on # site is unknown.} other {The result on # sites is unknown.}}',
  cancelled: '{count, plural, one {Cancelled on # site.} other {Cancelled on # sites.}}',
  gone: '{count, plural, one {# site of the plan no longer exists, or you may no longer use it.} other {# sites of the plan no longer exist, or you may no longer use them.}}',
  retry: 'Retry {count, plural, one {# failed site} other {# failed sites}}',
  retrying: 'Starting again',
  retried: 'Started again',
  openJob: 'Open the job',
})
