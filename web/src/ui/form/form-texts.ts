import { defineTexts } from '../../texts/define-texts.ts'

export const formTexts = defineTexts({
  colourColor: 'Colour {color}',
  anotherColourForTolowercase: 'Another colour for {toLowerCase}',
  none: 'None',
  leaveOutLabel: 'Remove {label}',
  lastMonth: 'Last month',
  thisMonth: 'This month',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  last12Months: 'Last 12 months',
  period: 'Period',
  allTime: 'All time',
  fromUntil: 'Custom period',
  from: 'From',
  until: 'Until',
  any: 'Any',
  nothingFound: 'Nothing found',
  searching: 'Searching …',
})
