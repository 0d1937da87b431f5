import { defineTexts } from '../texts/define-texts.ts'

/** Figures of reports, and messages about sending them. */
export const reportTexts = defineTexts({
  aboutView: 'For a view',
  view: 'View',
  selectView: 'Select a view',
  reachable: 'reachable in {hours, plural, one {# monitored hour} other {# monitored hours}}',
  sent: 'Sent to {addresses}.',
  sentInPart: 'Sent to {addresses}. The mail server refused {refused}.',
})
