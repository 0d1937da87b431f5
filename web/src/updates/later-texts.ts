import { defineTexts } from '../texts/define-texts.ts'

/** What is known about an update after its run: the watch, and later findings. */
export const laterTexts = defineTexts({
  finding: '{time}: {message}',
  findings: 'Found later',
  runAmended:
    '<b>{count, plural, one {# update} other {# updates}} of this run changed after it had ended.</b> The list shows what is known now.',
  showAmended: 'Show in the history',
  runFailedLater:
    'Updated, but {count, plural, one {# update} other {# updates}} failed or {count, plural, one {was} other {were}} taken back later',
  failedLater: 'Failed later',
  updatesFailedLater: 'Updates failed later',
  amendedOnly: 'With later findings ✕',
})
