import type { Translation } from '../texts/define-texts.ts'
import type { watchTexts } from './watch-texts.ts'

export default {
  watchedUntil: 'Beobachtet bis {time}',
  watchMeaning:
    'Bis dahin werden die Prüfungen wiederholt. Fällt die Website durch die Aktualisierung aus, wird die vorherige Version zurückgeholt, wo das möglich ist.',
  lastCheckDue: 'Die letzte Prüfung steht seit {time} aus',
  watchPassed: 'Alle späteren Prüfungen bestanden',
  watchFailed: 'Eine spätere Prüfung nicht bestanden',
  watchUnknown: 'Konnte später nicht geprüft werden',
  watchStopped: 'Beobachtung vorzeitig beendet',
  siteWatched:
    '<b>Beobachtet bis {time}.</b> Flotilla wiederholt die Prüfungen von {names}. Fällt die Website aus, wird die vorherige Version zurückgeholt, wo das möglich ist, und Sie werden benachrichtigt.',
  runWatched:
    '<b>Beobachtet bis {time}.</b> Flotilla wiederholt die Prüfungen der aktualisierten Websites. Fällt eine aus, wird ihre vorherige Version zurückgeholt, wo das möglich ist, und diese Seite zeigt es.',
  waveWatched:
    '<b>Beobachtet bis {time}.</b> Flotilla wiederholt die Prüfungen der Websites dieser Welle. Danach beginnt die nächste Welle; eine Website, die ausfällt, zählt als fehlgeschlagen.',
} satisfies Translation<typeof watchTexts>
