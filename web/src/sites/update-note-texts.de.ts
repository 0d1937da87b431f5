import type { Translation } from '../texts/define-texts.ts'
import type { updateNoteTexts } from './update-note-texts.ts'

export default {
  changes: 'Änderungen',
  changesOf: 'Änderungen von {name}',
  title: '{name} {version}',
  fromVersion: 'Änderungen seit Version {version}, vom Autor im öffentlichen Verzeichnis:',
  noNotes: 'Diese Aktualisierung hat keine Versionshinweise.',
  noNotesButLink:
    'Hier gibt es keine Versionshinweise zu dieser Aktualisierung. Die Seite des Autors hat sie vielleicht.',
  openPage: '{host} öffnen',
  foreign: 'Das ist eine externe Seite.',
  close: 'Schließen',
  pictureOf: 'Startseite von {name}',
  taken: 'Aufgenommen <time></time>.',
  homepage: 'Startseite',
  installUpdates: '{count, plural, one {# Aktualisierung} other {# Aktualisierungen}} installieren',
  installOn: '{count, plural, one {# Aktualisierung} other {# Aktualisierungen}} auf {name} installieren',
  report: 'Bericht',
  testConnection: 'Verbindung',
  network: 'WordPress-Netzwerk',
  networkSite:
    '{id, plural, =0 {Diese Website gehört zu einem WordPress-Netzwerk.} =1 {Dies ist die Haupt-Website eines WordPress-Netzwerks.} other {Dies ist die Website # eines WordPress-Netzwerks.}}',
  networkPart: '{id, plural, =0 {Teil des Netzwerks} =1 {Haupt-Website} other {Website #}}',
  otherSites:
    'Diese Websites nutzen offenbar dieselben Dateien: gleicher Server, PHP, Datenbank, Plugins und Themes. Software, die auf einer davon installiert ist, wird auf den anderen nicht noch einmal installiert.',
  noOtherSites: 'Flotilla kennt keine andere Website dieses Netzwerks.',
} satisfies Translation<typeof updateNoteTexts>
