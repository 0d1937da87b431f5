import type { Translation } from '../texts/define-texts.ts'
import type { updateNoteTexts } from './update-note-texts.ts'

export default {
  changes: 'Änderungen',
  changesOf: 'Änderungen von {name}',
  title: '{name} {version}',
  fromVersion: 'Seit Version {version}, wie es der Autor im öffentlichen Verzeichnis geschrieben hat:',
  noNotes: 'Zu diesem Update sind keine Hinweise bekannt.',
  noNotesButLink: 'Hier sind keine Hinweise bekannt. Die Seite des Autors hat sie vielleicht.',
  openPage: '{host} öffnen',
  foreign: 'Die Seite gehört anderen.',
  close: 'Schließen',
  pictureOf: 'Startseite von {name}',
  taken: 'Aufgenommen <time></time>, als Updates geprüft wurden.',
  homepage: 'Startseite',
  installUpdates: '{count, plural, one {# Update} other {# Updates}} installieren',
  installOn: '{count, plural, one {# Update} other {# Updates}} auf {name} installieren',
  report: 'Bericht',
  testConnection: 'Verbindung',
} satisfies Translation<typeof updateNoteTexts>
