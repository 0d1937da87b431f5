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
  taken: 'Aufgenommen <time></time>.',
  homepage: 'Startseite',
  installUpdates: '{count, plural, one {# Update} other {# Updates}} installieren',
  installOn: '{count, plural, one {# Update} other {# Updates}} auf {name} installieren',
  report: 'Bericht',
  testConnection: 'Verbindung',
  network: 'WordPress-Netzwerk',
  networkSite:
    '{id, plural, =0 {Diese Website gehört zu einem WordPress-Netzwerk.} =1 {Dies ist die Haupt-Website eines WordPress-Netzwerks.} other {Dies ist die Website # eines WordPress-Netzwerks.}}',
  networkPart: '{id, plural, =0 {Teil des Netzwerks} =1 {Haupt-Website} other {Website #}}',
  otherSites:
    'Diese Websites nutzen offenbar dieselben Dateien: gleicher Server, PHP, Datenbank, Plugins und Themes. Was auf einer installiert ist, wird auf den anderen nicht noch einmal installiert.',
  noOtherSites: 'Keine andere Website dieses Netzwerks ist hier bekannt.',
} satisfies Translation<typeof updateNoteTexts>
