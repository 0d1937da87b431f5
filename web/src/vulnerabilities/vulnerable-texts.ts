import { defineTexts } from '../texts/define-texts.ts'

/** Of pages that are not about vulnerabilities: badges, filters and cards. */
export const vulnerableTexts = defineTexts({
  security: 'Security',
  vulnerable: 'Vulnerable',
  onlyVulnerable: 'Only vulnerable',
  allUpdates: 'All updates',
  vulnerableSites: 'Vulnerable on {count, plural, one {# site} other {# sites}}',
  softwareHas:
    'This software has a known vulnerability on {count, plural, one {# site} other {# sites}}. <decide>Decide what to do</decide>',
  siteHas: '{count, plural, one {# vulnerability} other {# vulnerabilities}}',
  card: 'Known vulnerabilities',
  none: 'No known open vulnerabilities.',
  notConfigured: 'Not known: no source is configured.',
  neverRead: 'Not known: the sources have not been read yet.',
  stale: 'The sources are out of date.',
  severityCount: '{count, plural, one {# open finding} other {# open findings}}',
  affected: 'On {count, plural, one {# site} other {# sites}}',
  attacks: 'Attacks known',
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  other: 'Other',
})
