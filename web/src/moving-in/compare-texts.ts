import { defineTexts } from '../texts/define-texts.ts'

export const compareTexts = defineTexts({
  title: 'Compared with {source}',
  introduction:
    'Both dashboards manage the sites now. The comparison uses the last uploaded export file, so values that changed since then differ. Upload a new file for a current comparison.',
  compare: 'Compare',
  compareAgain: 'Compare again',
  none: 'Compare both dashboards',
  noneHint: 'Compares versions, updates, clients, costs and monitors in the uploaded file with Flotilla.',
  madeAt: 'Compared <made></made>. The file was written <exported></exported>.',
  unknownTime: 'at an unknown time',
  nothingCompared: 'The file and Flotilla have nothing in common, so nothing was compared.',
  allSame: '{same, plural, one {The value is} other {All # values are}} the same.',
  someUnknown:
    '{same, plural, one {# value is} other {# values are}} the same. {unknown, plural, one {# value} other {# values}} could not be compared.',
  someDifferent:
    '{different, plural, one {# value differs} other {# values differ}}, {same, plural, one {# is} other {# are}} the same, {unknown, number} could not be compared.',
  differences: 'Differences',
  name: 'Name',
  field: 'Value',
  there: 'Old dashboard',
  here: 'Flotilla',
  kind: 'Kind',
  anyKind: 'Any kind',
  site: 'Site',
  client: 'Client',
  tag: 'Tag',
  cost: 'Cost',
  monitor: 'Monitor',
  result: 'Result',
  anyResult: 'Any result',
  different: 'Different',
  unknown: 'Not comparable',
  noDifferences: 'No differences',
  noneMatch: 'No differences match',
})
