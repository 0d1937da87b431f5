import { defineTexts } from '../texts/define-texts.ts'

/** What the numbers of the overview are based on. */
export const coverageNoteTexts = defineTexts({
  everySyncWorked: 'Every last sync worked.',
  noSyncFailed: 'No sync failed.',
  notSyncedLately: '{count, plural, one {# site} other {# sites}} not synced lately',
  notSyncedYet: '{count, plural, one {# site} other {# sites}} not synced yet',
  noIssue: 'No issue is known.',
  nothingKnown: 'Nothing is known yet.',
  checked: '{current, number} of {sites, plural, one {# site} other {# sites}} checked lately',
  outOfDate: '{count, number} out of date',
  notKnownYet: '{count, number} not known yet',
  withUpdates: 'With updates',
  inAll: '{count, number} in all',
})
