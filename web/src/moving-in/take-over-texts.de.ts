import type { Translation } from '../texts/define-texts.ts'
import type { takeOverTexts } from './take-over-texts.ts'

export default {
  introduction:
    'Bis Sie eine Website übernehmen, haben beide Dashboards ihren Schlüssel und können sie verwalten. Beim Übernehmen wird der Schlüssel ersetzt: Das alte Dashboard hat dann keinen Zugang mehr zu dieser Website. Beginnen Sie mit wenigen Websites oder einem Schlagwort. Wenn der Schlüssel einer Website nicht ersetzt werden kann, steht der Grund in der Liste, und der alte Schlüssel bleibt in Gebrauch.',
  sites: 'Importierte Websites',
  site: 'Website',
  state: 'Status',
  anyState: 'Jeder Status',
  shared: 'In beiden Dashboards',
  failed: 'Übernahme fehlgeschlagen',
  unknown: 'Unbekannt',
  takenOver: 'Übernommen',
  reason: 'Was geschehen ist',
  tried: 'Letzter Versuch',
  takeOverSelected: 'Übernehmen',
  takeOverTag: 'Websites mit diesem Schlagwort übernehmen',
  none: 'Keine importierten Websites',
  noneHint: 'Websites, die mit einem Schlüssel aus einem anderen Dashboard kommen, stehen nach dem Import hier.',
  noneMatch: 'Keine passenden Websites',
  title: 'Diese Websites übernehmen?',
  takeOver: 'Schlüssel ersetzen',
  starting: 'Übernahme wird gestartet',
  started: 'Übernahme von {count, plural, one {# Website} other {# Websites}} gestartet',
  summary:
    '{taken, number} von {total, plural, one {# Website} other {# Websites}} übernommen. Das alte Dashboard hat noch die Schlüssel der anderen.',
  allTakenOver:
    '{count, plural, one {Die Website ist} other {Alle # Websites sind}} übernommen. Das alte Dashboard kann sie nicht mehr verwenden.',
  failedCount:
    '{count, plural, one {Die Übernahme von # Website ist fehlgeschlagen. Der Grund steht in der Liste; beheben Sie ihn und übernehmen Sie die Website erneut.} other {Die Übernahme von # Websites ist fehlgeschlagen. Die Gründe stehen in der Liste; beheben Sie sie und übernehmen Sie die Websites erneut.}}',
  unknownCount:
    '{count, plural, one {Bei # Website ist nicht bekannt, ob sie übernommen wurde. Beide Schlüssel sind gespeichert; übernehmen Sie sie erneut, um festzustellen, welcher gilt.} other {Bei # Websites ist nicht bekannt, ob sie übernommen wurden. Beide Schlüssel sind gespeichert; übernehmen Sie sie erneut, um festzustellen, welcher gilt.}}',
} satisfies Translation<typeof takeOverTexts>
