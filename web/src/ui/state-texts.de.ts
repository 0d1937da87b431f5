import type { Translation } from '../texts/define-texts.ts'
import type { stateTexts } from './state-texts.ts'

export default {
  notFound: 'Nicht gefunden',
  cannotShow: 'Das konnte nicht geladen werden',
  notForYourRole: 'Sie haben keinen Zugriff',
  moduleOff: 'Dieses Modul ist ausgeschaltet',
  unreachable: 'Der Dienst antwortet nicht',
  request: 'Anfrage {requestId}',
  showModules: 'Module anzeigen',
  toOverview: 'Zur Übersicht',
  tryAgain: 'Erneut versuchen',
  loading: 'Wird geladen',
} satisfies Translation<typeof stateTexts>
