import { defineTexts } from '../texts/define-texts.ts'

export const takeOverTexts = defineTexts({
  introduction:
    'Until you take a site over, both dashboards have its key and can manage it. Taking over replaces the key: the old dashboard is locked out of that site. Begin with a few sites or one tag. If the key of a site cannot be replaced, the reason is listed and the old key stays in use.',
  sites: 'Imported sites',
  site: 'Site',
  state: 'State',
  anyState: 'Any state',
  shared: 'In both dashboards',
  failed: 'Takeover failed',
  unknown: 'Unknown',
  takenOver: 'Taken over',
  reason: 'What happened',
  tried: 'Last attempt',
  takeOverSelected: 'Take over',
  takeOverTag: 'Take over sites with this tag',
  none: 'No imported sites',
  noneHint: 'Sites that come with a key from another dashboard are listed here after the import.',
  noneMatch: 'No sites match',
  title: 'Take over these sites?',
  takeOver: 'Replace the keys',
  starting: 'Starting the takeover',
  started: 'Takeover of {count, plural, one {# site} other {# sites}} started',
  summary:
    '{taken, number} of {total, plural, one {# site} other {# sites}} taken over. The old dashboard still has the keys of the others.',
  allTakenOver:
    '{count, plural, one {The site is} other {All # sites are}} taken over. The old dashboard can no longer use {count, plural, one {it} other {them}}.',
  failedCount:
    '{count, plural, one {The takeover of # site failed. The reason is listed; correct it and take the site over again.} other {The takeover of # sites failed. The reasons are listed; correct them and take the sites over again.}}',
  unknownCount:
    '{count, plural, one {It is not known whether # site was taken over. Both keys are stored; take it over again to find out which one works.} other {It is not known whether # sites were taken over. Both keys are stored; take them over again to find out which one works.}}',
})
