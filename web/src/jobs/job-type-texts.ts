import { defineTexts } from '../texts/define-texts.ts'

/** Apart from the texts of the job pages, because the header of every page shows them. */
export const jobTypeTexts = defineTexts({
  sslCheck: 'Certificate check',
  importUsers: 'Import of users',
  importSites: 'Import of sites',
})
