import type { Translation } from '../texts/define-texts.ts'
import type { coverageTexts } from './coverage-texts.ts'

export default {
  switchOn: 'Alle Websites überwachen',
  switching: 'Überwachung wird eingeschaltet',
  switched: 'Alle Websites ohne eigene Einstellungen werden überwacht',
  showOthers: 'Die anderen anzeigen',
  notMonitored: 'Nicht überwacht',
  notCheckedLately: 'Länger nicht geprüft',
  purpose: 'Verfügbarkeit aller Websites',
  noLastDay: 'Nichts über die letzten 24 Stunden bekannt',
  upLastDay: '{ratio} % erreichbar, solange in den letzten 24 Stunden geprüft wurde',
} satisfies Translation<typeof coverageTexts>
