import type { Translation } from '../texts/define-texts.ts'
import type { runTexts } from './run-texts.ts'

export default {
  updating: 'Aktualisierung läuft',
  source: '<updates>Aktualisierungen</updates>, <job>Auftrag {jobId}</job>, gestartet von {user}, <time></time>',
  progressOf: '{processed, number} von {total, plural, one {# Website} other {# Websites}}',
  progressOfSince: '{processed, number} von {total, plural, one {# Website} other {# Websites}}, {duration}',
  stop: 'Stoppen',
  stopTitle: 'Diesen Lauf stoppen?',
  stopConsequence:
    'Websites, die gerade aktualisiert werden, werden fertiggestellt. Wartende Websites werden nicht geändert.',
  stopRun: 'Lauf stoppen',
  stopping: 'Wird gestoppt',
  stopped: 'Gestoppt',
  retry: '{count, plural, one {# fehlgeschlagene Website} other {# fehlgeschlagene Websites}} wiederholen',
  installed: 'Installierte Aktualisierungen',
  notInstalled: 'Nicht installiert',
  notInstalledYet: 'Noch nicht installiert',
  sitesFailed: 'Fehlgeschlagene Websites',
  sitesPartlyUpdated: 'Teilweise aktualisierte Websites',
  sitesDown: 'Nach der Aktualisierung nicht erreichbar',
  skipped: '{count, plural, one {# Website} other {# Websites}} übersprungen',
  more: 'und {count, number} weitere',
  sitesOfRun: 'Websites dieses Laufs',
  site: 'Website',
  health: 'Zustand',
  noSitesInState: 'Keine Websites mit diesem Status',
  homepageBeforeAfter: 'Startseite vorher: {before}, nachher: {after}',
  notChecked: 'nicht geprüft',
  noAnswer: 'keine Antwort',
  lastAttempt: 'Letzter Versuch: {message}',
  itemError: '{item}: {message}',
  nothingPendingNow: 'Nichts zu aktualisieren: Es stehen keine Aktualisierungen mehr aus.',
  nothingPending: 'Nichts zu aktualisieren: Es standen keine Aktualisierungen mehr aus.',
  unchecked:
    'Nach diesem Lauf wurden keine Startseiten geprüft. Schalten Sie unter Einstellungen, Aktualisierungen „Seiten vor und nach Aktualisierungen prüfen“ ein.',
  openSettings: 'Einstellungen öffnen',
} satisfies Translation<typeof runTexts>
