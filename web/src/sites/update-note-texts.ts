import { defineTexts } from '../texts/define-texts.ts'

export const updateNoteTexts = defineTexts({
  changes: 'Changes',
  changesOf: 'Changes of {name}',
  title: '{name} {version}',
  fromVersion: 'Since version {version}, as its author wrote it in the public directory:',
  noNotes: 'No notes are known for this update.',
  noNotesButLink: 'No notes are known here. The page of its author may have them.',
  openPage: 'Open {host}',
  foreign: 'This is an external page.',
  close: 'Close',
  pictureOf: 'Homepage of {name}',
  taken: 'Taken <time></time> when updates were checked.',
  homepage: 'Homepage',
  installUpdates: 'Install {count, plural, one {# update} other {# updates}}',
  installOn: 'Install {count, plural, one {# update} other {# updates}} on {name}',
  report: 'Report',
  testConnection: 'Connection',
})
