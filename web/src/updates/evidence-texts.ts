import { defineTexts } from '../texts/define-texts.ts'

/** What was checked around one update. */
export const evidenceTexts = defineTexts({
  checks: 'Checks',
  passed: 'Passed',
  passedAfterRollback: 'Passed after rollback',
  failed: 'Failed',
  unknown: 'Could not be checked',
  notChecked: 'Not checked',
  running: 'Running',
  notRecorded: 'Not recorded',
  show: 'Show',
  showOf: 'Show the checks of {name}',
  title: '{name} on {site}',
  by: 'Started by {user}, <time></time>',
  automatic: 'Started automatically, <time></time>',
  together: 'The checks also cover {names}, which were installed at the same time.',
  nothing: 'Nothing was checked, or the record was deleted.',
  close: 'Close',
  history: 'Updates of this item',
  noHistory: 'Flotilla has not updated it yet',
})
