import { defineTexts } from '../texts/define-texts.ts'

export const updateNoteTexts = defineTexts({
  changes: 'Changes',
  changesOf: 'Changes of {name}',
  title: '{name} {version}',
  fromVersion: 'Changes since version {version}, from its author in the public directory:',
  noNotes: 'This update has no release notes.',
  noNotesButLink: 'This update has no release notes here. The page of its author may have them.',
  openPage: 'Open {host}',
  foreign: 'This is an external page.',
  close: 'Close',
  pictureOf: 'Homepage of {name}',
  taken: 'Taken <time></time>.',
  homepage: 'Homepage',
  installUpdates: 'Install {count, plural, one {# update} other {# updates}}',
  installOn: 'Install {count, plural, one {# update} other {# updates}} on {name}',
  report: 'Report',
  testConnection: 'Connection',
  network: 'WordPress network',
  networkSite:
    '{id, plural, =0 {This site is part of a WordPress network.} =1 {This is the main site of a WordPress network.} other {This is sub-site # of a WordPress network.}}',
  networkPart: '{id, plural, =0 {Part of the network} =1 {Main site} other {Sub-site #}}',
  otherSites:
    'These sites appear to share its files: same server, PHP, database, plugins and themes. Software that is installed on one of them is not installed again on the others.',
  noOtherSites: 'Flotilla knows no other site of this network.',
})
