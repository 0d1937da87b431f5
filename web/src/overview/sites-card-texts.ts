import { defineTexts } from '../texts/define-texts.ts'

export const sitesCardTexts = defineTexts({
  withUpdates: 'With updates',
  inAll: '{count, number} in all',
})
