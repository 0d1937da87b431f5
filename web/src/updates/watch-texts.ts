import { defineTexts } from '../texts/define-texts.ts'

/** Until when a site is watched after its updates, and how the watch ended. */
export const watchTexts = defineTexts({
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
})
