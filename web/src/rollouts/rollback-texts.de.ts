import type { Translation } from '../texts/define-texts.ts'
import type { rollbackTexts } from './rollback-texts.ts'

export default {
  rollBack: 'Zurücksetzen',
  rollBackAll: 'Alle zurücksetzen',
  titleAll: 'Alle Websites dieses Rollouts zurücksetzen?',
  titleWave: 'Welle {wave, number} zurücksetzen?',
  titleSite: '{site} zurücksetzen?',
  cancel: 'Abbrechen',
  start: '{count, plural, one {# Website} other {# Websites}} zurücksetzen',
  sites: '{count, plural, one {# Website} other {# Websites}}',
  summary:
    '{items, plural, one {# Aktualisierung} other {# Aktualisierungen}} auf {sites, plural, one {# Website} other {# Websites}}: {from_guard, number} aus der Kopie des Schutzes, {from_directory, number} aus dem öffentlichen Verzeichnis, {impossible, number} nicht rücksetzbar.',
  item: '{name} {from} zurück auf {to}',
  fromGuard: 'Aus der Kopie des Schutzes',
  fromDirectory: 'Aus dem öffentlichen Verzeichnis',
  noWay: 'Nicht möglich',
  more: 'Und {count, plural, one {# weitere Website} other {# weitere Websites}}',
  waiting: 'Zurücksetzen wartet',
  running: 'Wird zurückgesetzt',
  done: 'Manuell zurückgesetzt',
  unhealthy: 'Zurückgesetzt, aber die Website besteht ihre Prüfungen nicht',
  partial: 'Teilweise zurückgesetzt',
  failed: 'Zurücksetzen fehlgeschlagen',
  unknown: 'Ergebnis des Zurücksetzens unbekannt',
  skipped: 'Nichts zurückgesetzt',
} satisfies Translation<typeof rollbackTexts>
