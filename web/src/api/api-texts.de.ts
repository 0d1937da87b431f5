import type { Translation } from '../texts/define-texts.ts'
import type { apiTexts } from './api-texts.ts'

export default {
  numberId: 'Nummer {id}',
  problem: 'Problem',
  theServiceDoesNot:
    'Der Dienst antwortet nicht. Prüfen Sie, ob er läuft und ob Sie verbunden sind; diese Seite versucht es weiter.',
  theAnswerHttpStatus:
    'Die Antwort (HTTP {status}) kam nicht von Flotilla. Ist ein Proxy dazwischen, oder startet der Dienst gerade?',
} satisfies Translation<typeof apiTexts>
