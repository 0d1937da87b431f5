import { defineTexts } from '../texts/define-texts.ts'

export const paletteTexts = defineTexts({
  view: 'View',
  action: 'Action',
  update: 'Update {name}',
  updateOnSites: 'Update {name} on all sites',
  report: 'Report for {name}',
  sync: 'Sync {name}',
  syncing: 'Syncing {name}',
  synced: '{name} synced',
  // First words of a command, besides the English ones of every language.
  updateWords: 'update upgrade',
  reportWords: 'report',
  syncWords: 'sync refresh',
  adminWords: 'open admin login',
  admin: 'Open the admin of {name}',
  dark: 'Use the dark theme',
  light: 'Use the light theme',
  system: 'Use the theme of the system',
  signOut: 'Sign out',
  shortcuts: 'Show keyboard shortcuts',
  placeholder: 'Find a site, client or page, or type what to do',
})
