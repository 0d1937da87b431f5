import type { Translation } from '../../texts/define-texts.ts'
import type { formTexts } from './form-texts.ts'

export default {
  colourColor: 'Farbe {color}',
  anotherColourForTolowercase: 'Andere Farbe für {toLowerCase}',
  none: 'Keine',
  leaveOutLabel: '{label} entfernen',
  lastMonth: 'Letzter Monat',
  thisMonth: 'Dieser Monat',
  last7Days: 'Letzte 7 Tage',
  last30Days: 'Letzte 30 Tage',
  last90Days: 'Letzte 90 Tage',
  last12Months: 'Letzte 12 Monate',
  period: 'Zeitraum',
  allTime: 'Gesamte Zeit',
  fromUntil: 'Eigener Zeitraum',
  from: 'Von',
  until: 'Bis',
  any: 'Alle',
  nothingFound: 'Nichts gefunden',
  searching: 'Suche läuft …',
} satisfies Translation<typeof formTexts>
