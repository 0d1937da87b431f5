import type { Translation } from '../texts/define-texts.ts'
import type { bulkTexts } from './bulk-texts.ts'

export default {
  willChange:
    '{count, plural, one {<strong>1 Website</strong> wird geändert.} other {<strong>{count, number} Websites</strong> werden geändert.}}',
  nothing: 'Keine Website würde geändert.',
  moreSites: 'und {count, plural, one {# weitere Website} other {# weitere Websites}}',
  leftOut: '{count, plural, one {# Website wird ausgelassen} other {# Websites werden ausgelassen}}',
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
    '{count, plural, one {Bei # Website ist unbekannt, was geschehen ist.} other {Bei # Websites ist unbekannt, was geschehen ist.}}',
  cancelled: '{count, plural, one {# Website wurde abgebrochen.} other {# Websites wurden abgebrochen.}}',
  gone: '{count, plural, one {# Website des Plans gibt es nicht mehr, oder Sie dürfen sie nicht mehr verwenden.} other {# Websites des Plans gibt es nicht mehr, oder Sie dürfen sie nicht mehr verwenden.}}',
  retry: '{count, plural, one {# fehlgeschlagene Website} other {# fehlgeschlagene Websites}} wiederholen',
  retrying: 'Wird erneut gestartet',
  retried: 'Erneut gestartet',
  openJob: 'Auftrag öffnen',
} satisfies Translation<typeof bulkTexts>
