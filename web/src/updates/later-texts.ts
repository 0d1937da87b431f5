import { defineTexts } from '../texts/define-texts.ts'

/** What is known about an update after its run: the watch, and later findings. */
export const laterTexts = defineTexts({
  watchedUntil: 'Watched until {time}',
  watchMeaning:
    'The checks are repeated until then. If the site breaks because of the update, the previous version is brought back where that is possible.',
  lastCheckDue: 'The last check is due since {time}',
  watchPassed: 'Passed all later checks',
  watchFailed: 'Failed a later check',
  watchUnknown: 'Could not be checked later',
  watchStopped: 'Watch ended early',
  siteWatched:
    '<b>Watched until {time}.</b> Flotilla repeats the checks of {names}. If the site breaks, the previous version is brought back where that is possible, and you are told.',
  runWatched:
    '<b>Watched until {time}.</b> Flotilla repeats the checks of the updated sites. If one breaks, its previous version is brought back where that is possible, and this page says so.',
  waveWatched:
    '<b>Watched until {time}.</b> Flotilla repeats the checks of the sites of this wave. The next wave starts afterwards; a site that breaks counts as failed.',
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
