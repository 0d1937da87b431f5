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
    '{items, plural, one {# Aktualisierung} other {# Aktualisierungen}} auf {sites, plural, one {# Website} other {# Websites}}: {from_guard, number} aus der Kopie des Guards, {from_directory, number} aus dem öffentlichen Verzeichnis, {impossible, number} ohne Weg zurück.',
  item: '{name} {from} zurück auf {to}',
  fromGuard: 'Aus der Kopie des Guards',
  fromDirectory: 'Aus dem öffentlichen Verzeichnis',
  noWay: 'Kein Weg zurück',
  more: 'Und {count, plural, one {# weitere Website} other {# weitere Websites}}',
  waiting: 'Zurücksetzen wartet',
  running: 'Wird zurückgesetzt',
  done: 'Von Hand zurückgesetzt',
  unhealthy: 'Zurückgesetzt, aber die Website besteht ihre Prüfungen nicht',
  partial: 'Teilweise zurückgesetzt',
  failed: 'Zurücksetzen fehlgeschlagen',
  unknown: 'Zurücksetzen unbekannt',
  skipped: 'Nichts zurückgesetzt',
} satisfies Translation<typeof rollbackTexts>
