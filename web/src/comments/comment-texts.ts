import { defineTexts } from '../texts/define-texts.ts'

/** Messages about the moderation of comments. */
export const commentTexts = defineTexts({
  failedOnSite: '{site}: {message}',
  failedOnSites: '{site}: {message} {more, plural, one {# more site failed.} other {# more sites failed.}}',
})
