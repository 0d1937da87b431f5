import { defineTexts } from '../texts/define-texts.ts'

export const connectionTexts = defineTexts({
  noConnection: 'No connection to Flotilla. What this page shows may be outdated; it was last updated <time></time>.',
})
