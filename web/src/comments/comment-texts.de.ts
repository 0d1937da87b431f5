import type { Translation } from '../texts/define-texts.ts'
import type { commentTexts } from './comment-texts.ts'

export default {
  failedOnSite: '{site}: {message}',
  failedOnSites:
    '{site}: {message} {more, plural, one {# weitere Website ist fehlgeschlagen.} other {# weitere Websites sind fehlgeschlagen.}}',
} satisfies Translation<typeof commentTexts>
