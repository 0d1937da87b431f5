import type { Translation } from '../texts/define-texts.ts'
import type { sitesCardTexts } from './sites-card-texts.ts'

export default {
  withUpdates: 'Mit Aktualisierungen',
  inAll: '{count, number} insgesamt',
  domainsUnchecked:
    '{count, plural, one {Die Domain von # Website wurde} other {Die Domains von # Websites wurden}} noch nicht geprüft.',
  domainsUnknown: 'Das Ablaufdatum von {count, plural, one {# Domain} other {# Domains}} ist nicht bekannt.',
} satisfies Translation<typeof sitesCardTexts>
