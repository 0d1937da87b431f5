import { defineTexts } from '../texts/define-texts.ts'

export const shortcutTexts = defineTexts({
  title: 'Keyboard shortcuts',
  close: 'Close',
  search: 'Search this table, or find anything',
  find: 'Find a site, client or page, or type what to do',
  help: 'Show this list',
  next: 'Next row',
  previous: 'Previous row',
  select: 'Select the row',
  actions: 'Open the actions of the row',
  open: 'Open the row',
  today: 'Go to Today',
  overview: 'Go to Overview',
  sites: 'Go to Sites',
  updates: 'Go to Updates',
  monitors: 'Go to Monitors',
  security: 'Go to Security',
  clients: 'Go to Clients',
  jobs: 'Go to Jobs',
  reports: 'Go to Reports',
})
