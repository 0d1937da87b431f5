import type { Translation } from '../texts/define-texts.ts'
import type { queryTexts } from './query-texts.ts'

export default {
  unread:
    '{count, plural, one {# Website konnte nicht gelesen werden} other {# Websites konnten nicht gelesen werden}}',
  again: 'Erneut versuchen',
  more: 'und {count, number} weitere',
  noneRead: 'Keine Website konnte gelesen werden',
  noneFound: 'Nichts auf den Websites, die gelesen werden konnten',
} satisfies Translation<typeof queryTexts>
