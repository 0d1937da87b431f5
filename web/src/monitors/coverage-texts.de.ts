import type { Translation } from '../texts/define-texts.ts'
import type { coverageTexts } from './coverage-texts.ts'

export default {
  switchOn: 'Alle Websites überwachen',
  switching: 'Überwachung wird eingeschaltet',
  switched: 'Alle Websites ohne eigene Einstellungen werden überwacht',
  showOthers: 'Nicht überwachte Websites anzeigen',
  notMonitored: 'Nicht überwacht',
  notCheckedLately: 'Länger nicht geprüft',
  purpose: 'Verfügbarkeit aller Websites',
  noLastDay: 'Keine Prüfungen in den letzten 24 Stunden',
  upLastDay: '{ratio} % der geprüften Zeit in den letzten 24 Stunden erreichbar',
} satisfies Translation<typeof coverageTexts>
