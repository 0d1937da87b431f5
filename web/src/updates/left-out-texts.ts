import { defineTexts } from '../texts/define-texts.ts'

/** Releases that a plan leaves out. */
export const leftOutTexts = defineTexts({
  title: 'Not selected',
  introduction: 'These versions failed before. Select one to install it anyway.',
  refused: 'Not installed',
  release: '{name} {version}',
  onSites: 'on {count, plural, one {# site} other {# sites}}',
  held: 'Held',
  notAllowed: 'Not allowed',
  lift: 'Lift the hold',
  openPolicies: 'Open policies',
  more: 'and {count, number} more',
  nothingInstalled: 'Nothing will be installed.',
})
