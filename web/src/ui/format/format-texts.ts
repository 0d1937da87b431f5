import { defineTexts } from '../../texts/define-texts.ts'

export const formatTexts = defineTexts({
  endedValue: 'Expired {value, plural, one {# day} other {# days}} ago',
  endsToday: 'Expires today',
  count: '{count, plural, one {# day} other {# days}}',
  floorMinValueS: '{floor} min {value} s',
  hoursHFloorMin: '{hours} h {floor} min',
  floorDaysValueH: '{floor, plural, one {# day} other {# days}} {value} h',
  never: 'Never',
  justNow: 'just now',
})
