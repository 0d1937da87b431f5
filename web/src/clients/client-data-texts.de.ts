import type { Translation } from '../texts/define-texts.ts'
import type { clientDataTexts } from './client-data-texts.ts'

export default {
  more: 'Mehr zu {name}',
  exportEntry: 'Alle Daten exportieren',
  eraseEntry: 'Alle Daten löschen',
  exportTitle: 'Alle Daten von {name} exportieren',
  exportIntroduction:
    'Ein Archiv mit JSON-Zeilen, CSV und einem Verzeichnis: Kontakt, Websites, Kosten, Stunden, Berichte, Verläufe, Nachrichten und Protokolleinträge. Es enthält keine Schlüssel und keine Passwörter.',
  exportNow: 'Exportieren',
  exporting: 'Wird exportiert …',
  exported: '{file} wurde gespeichert.',
  eraseTitle: 'Alle Daten von {name} löschen',
  eraseIntroduction:
    'Der Kunde, {sites, plural, =0 {der keine Websites hat,} one {seine Website} other {seine # Websites}} und alle Daten dazu werden gelöscht. Das kann nicht rückgängig gemacht werden.',
  eraseNow: 'Löschen',
  erasing: 'Löschen wird gestartet',
  erasureStarted: 'Das Löschen hat begonnen. Es läuft als Auftrag.',
  typeSites: 'Geben Sie die Anzahl seiner Websites ein, {sites, number}, um fortzufahren.',
  cancel: 'Abbrechen',
  close: 'Schließen',
  total: 'Alle',
  tables: 'Einträge nach Art',
} satisfies Translation<typeof clientDataTexts>
