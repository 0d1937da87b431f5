import { defineTexts } from '../texts/define-texts.ts'

/** Answers of sites that are queried when a page is opened. */
export const queryTexts = defineTexts({
  unread: '{count, plural, one {# site could not be read} other {# sites could not be read}}',
  again: 'Try again',
  more: 'and {count, number} more',
  noneRead: 'No site could be read',
  noneFound: 'None on the sites that could be read',
})
