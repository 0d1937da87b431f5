import type { Translation } from '../texts/define-texts.ts'
import type { compareTexts } from './compare-texts.ts'

export default {
  title: 'Vergleich mit {source}',
  introduction:
    'Beide Dashboards verwalten die Websites jetzt. Der Vergleich verwendet die zuletzt hochgeladene Exportdatei; Werte, die sich seitdem geändert haben, weichen ab. Laden Sie für einen aktuellen Vergleich eine neue Datei hoch.',
  compare: 'Vergleichen',
  compareAgain: 'Erneut vergleichen',
  none: 'Beide Dashboards vergleichen',
  noneHint: 'Vergleicht Versionen, Aktualisierungen, Kunden, Kosten und Monitore der hochgeladenen Datei mit Flotilla.',
  madeAt: 'Verglichen <made></made>. Die Datei wurde geschrieben <exported></exported>.',
  unknownTime: 'zu unbekannter Zeit',
  nothingCompared: 'Die Datei und Flotilla haben nichts gemeinsam, darum wurde nichts verglichen.',
  allSame: '{same, plural, one {Der Wert ist} other {Alle # Werte sind}} gleich.',
  someUnknown:
    '{same, plural, one {# Wert ist} other {# Werte sind}} gleich. {unknown, plural, one {# Wert konnte} other {# Werte konnten}} nicht verglichen werden.',
  someDifferent:
    '{different, plural, one {# Wert weicht ab} other {# Werte weichen ab}}, {same, plural, one {# ist} other {# sind}} gleich, {unknown, number} nicht vergleichbar.',
  differences: 'Unterschiede',
  name: 'Name',
  field: 'Wert',
  there: 'Altes Dashboard',
  here: 'Flotilla',
  kind: 'Art',
  anyKind: 'Alle Arten',
  site: 'Website',
  client: 'Kunde',
  tag: 'Schlagwort',
  cost: 'Kosten',
  monitor: 'Monitor',
  result: 'Ergebnis',
  anyResult: 'Alle Ergebnisse',
  different: 'Unterschiedlich',
  unknown: 'Nicht vergleichbar',
  noDifferences: 'Keine Unterschiede',
  noneMatch: 'Keine passenden Unterschiede',
} satisfies Translation<typeof compareTexts>
