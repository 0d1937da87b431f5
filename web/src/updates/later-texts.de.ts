import type { Translation } from '../texts/define-texts.ts'
import type { laterTexts } from './later-texts.ts'

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
  finding: '{time}: {message}',
  findings: 'Später festgestellt',
  runAmended:
    '<b>{count, plural, one {# Aktualisierung} other {# Aktualisierungen}} dieses Laufs {count, plural, one {hat} other {haben}} nach seinem Ende ein anderes Ergebnis.</b> Die Liste zeigt den heutigen Stand.',
  showAmended: 'Im Verlauf anzeigen',
  runFailedLater:
    'Aktualisiert, aber {count, plural, one {# Aktualisierung ist} other {# Aktualisierungen sind}} später fehlgeschlagen oder zurückgesetzt',
  failedLater: 'Später fehlgeschlagen',
  updatesFailedLater: 'Später fehlgeschlagene Aktualisierungen',
  amendedOnly: 'Mit späteren Feststellungen ✕',
} satisfies Translation<typeof laterTexts>
