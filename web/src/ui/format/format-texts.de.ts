import type { Translation } from '../../texts/define-texts.ts'
import type { formatTexts } from './format-texts.ts'

export default {
  endedValue: 'Vor {value, plural, one {# Tag} other {# Tagen}} abgelaufen',
  endsToday: 'Läuft heute ab',
  count: '{count, plural, one {# Tag} other {# Tage}}',
  floorMinValueS: '{floor} min {value} s',
  hoursHFloorMin: '{hours} h {floor} min',
  floorDaysValueH: '{floor, plural, one {# Tag} other {# Tage}} {value} h',
  never: 'Nie',
  justNow: 'gerade eben',
} satisfies Translation<typeof formatTexts>
