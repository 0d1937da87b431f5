import { defineTexts } from '../texts/define-texts.ts'

/** Messages about posts and pages. */
export const contentTexts = defineTexts({
  saved: 'Saved on the site.',
  savedInPart: 'Saved, but the site did not apply: {fields}.',
})
