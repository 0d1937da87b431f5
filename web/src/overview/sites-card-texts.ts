import { defineTexts } from '../texts/define-texts.ts'

export const sitesCardTexts = defineTexts({
  withUpdates: 'With updates',
  inAll: '{count, number} in total',
  domainsUnchecked:
    '{count, plural, one {The domain of # site has} other {The domains of # sites have}} not been looked up yet.',
  domainsUnknown: 'The expiry date of {count, plural, one {# domain} other {# domains}} is not known.',
})
