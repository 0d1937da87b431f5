import type { Translation } from '../texts/define-texts.ts'
import type { evidenceTexts } from './evidence-texts.ts'

export default {
  checks: 'Prüfungen',
  passed: 'Bestanden',
  passedAfterRollback: 'Bestanden nach dem Zurücksetzen',
  failed: 'Nicht bestanden',
  unknown: 'Konnte nicht geprüft werden',
  notChecked: 'Nicht geprüft',
  running: 'Läuft',
  notRecorded: 'Nicht aufgezeichnet',
  show: 'Anzeigen',
  showOf: 'Prüfungen von {name} anzeigen',
  title: '{name} auf {site}',
  by: 'Gestartet von {user}, <time></time>',
  automatic: 'Automatisch gestartet, <time></time>',
  together: 'Die Prüfungen gelten auch für {names}, gleichzeitig installiert.',
  nothing: 'Es wurde nichts geprüft, oder die Aufzeichnung wurde gelöscht.',
  close: 'Schließen',
  history: 'Aktualisierungen davon',
  noHistory: 'Flotilla hat es noch nicht aktualisiert',
} satisfies Translation<typeof evidenceTexts>
