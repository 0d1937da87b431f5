import { defineTexts } from '../texts/define-texts.ts'

export const clientDataTexts = defineTexts({
  more: 'More for {name}',
  exportEntry: 'Export all data',
  eraseEntry: 'Erase all data',
  exportTitle: 'Export all data of {name}',
  exportIntroduction:
    'One archive with JSON lines, CSV and an index: contact, sites, costs, hours, reports, histories, messages and audit entries. It contains no keys and no passwords.',
  exportNow: 'Export',
  exporting: 'Exporting …',
  exported: '{file} was saved.',
  eraseTitle: 'Erase all data of {name}',
  eraseIntroduction:
    'The client, {sites, plural, =0 {which has no sites,} one {its site} other {its # sites}} and all data about them are erased. This cannot be undone.',
  eraseNow: 'Erase',
  erasing: 'Starting the erasure',
  erasureStarted: 'The erasure has started. It runs as a job.',
  typeSites: 'Type the number of its sites, {sites, number}, to continue.',
  cancel: 'Cancel',
  close: 'Close',
  total: 'All',
  tables: 'Records by type',
})
