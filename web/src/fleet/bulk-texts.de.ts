import type { Translation } from '../texts/define-texts.ts'
import type { bulkTexts } from './bulk-texts.ts'

export default {
  willChange:
    '{count, plural, one {<strong>1 Website</strong> wird geändert.} other {<strong>{count, number} Websites</strong> werden geändert.}}',
  nothing: 'Es werden keine Websites geändert.',
  moreSites: 'und {count, plural, one {# weitere Website} other {# weitere Websites}}',
  leftOut: '{count, plural, one {# Website übersprungen} other {# Websites übersprungen}}',
  cannotUndo: 'Das kann nicht rückgängig gemacht werden.',
  cancel: 'Abbrechen',
  done: 'Fertig',
  sitesToChange: 'Websites, die geändert werden',
  failures: 'Fehler',
  typeCount: '{count, plural, one {# Website} other {# Websites}}',
  progress: 'Fortschritt',
  running: '{done, number} von {total, plural, one {# Website} other {# Websites}} erledigt',
  allDone: '{total, plural, one {Auf der Website erledigt.} other {Auf allen # Websites erledigt.}}',
  someDone: 'Auf {done, number} von {total, plural, one {# Website} other {# Websites}} erledigt.',
  noneDone: '{total, plural, one {Auf der Website fehlgeschlagen.} other {Auf allen # Websites fehlgeschlagen.}}',
  unknown:
    '{count, plural, one {Das Ergebnis auf # Website ist unbekannt.} other {Das Ergebnis auf # Websites ist unbekannt.}}',
  cancelled: '{count, plural, one {Auf # Website abgebrochen.} other {Auf # Websites abgebrochen.}}',
  gone: '{count, plural, one {# Website des Plans gibt es nicht mehr, oder Sie dürfen sie nicht mehr verwenden.} other {# Websites des Plans gibt es nicht mehr, oder Sie dürfen sie nicht mehr verwenden.}}',
  retry: '{count, plural, one {# fehlgeschlagene Website} other {# fehlgeschlagene Websites}} wiederholen',
  retrying: 'Wird erneut gestartet',
  retried: 'Erneut gestartet',
  openJob: 'Auftrag öffnen',
} satisfies Translation<typeof bulkTexts>
