import { defineTexts } from '../texts/define-texts.ts'

/** Messages about the moderation of comments. */
export const commentTexts = defineTexts({
  failedOnSite: '{site}: {message}',
  failedOnSites:
    '{site}: {message} {more, plural, one {# further site failed, too.} other {# further sites failed, too.}}',
})
