import { defineTexts } from '../texts/define-texts.ts'

export const releaseTexts = defineTexts({
  releases: 'Releases on your sites',
  version: 'Version',
  sites: 'Installed on',
  installed: 'Updates succeeded',
  rolledBack: 'Rolled back',
  failed: 'Failed',
  held: 'Held',
  last: 'Last update',
})
