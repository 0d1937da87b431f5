import { defineTexts } from '../texts/define-texts.ts'

/** Where the value of a setting of one site comes from. */
export const originTexts = defineTexts({
  asForAll: 'Same as all sites: {value}',
  nothing: 'none',
  unchanged: 'Leave as it is',
  fromAll: 'From the settings for all sites.',
  ownValue: 'Set for this site. All sites: {value}.',
})
