import { defineTexts } from '../../texts/define-texts.ts'

export const formatTexts = defineTexts({
  endedValue: 'Ended {value, plural, one {# day} other {# days}} ago',
  endsToday: 'Ends today',
  count: '{count, plural, one {# day} other {# days}}',
  floorMinValueS: '{floor} min {value} s',
  hoursHFloorMin: '{hours} h {floor} min',
  floorDaysValueH: '{floor} days {value} h',
  never: 'Never',
  justNow: 'just now',
})
