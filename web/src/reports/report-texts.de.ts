import type { Translation } from '../texts/define-texts.ts'
import type { reportTexts } from './report-texts.ts'

export default {
  selectView: 'Ansicht auswählen',
  view: 'Ansicht',
  aboutView: 'Für eine Ansicht',
  reachable: 'erreichbar in {hours, plural, one {# überwachten Stunde} other {# überwachten Stunden}}',
  sent: 'Gesendet an {addresses}.',
  sentInPart: 'Gesendet an {addresses}. Der Mailserver hat abgelehnt: {refused}.',
} satisfies Translation<typeof reportTexts>
