import type { Translation } from '../texts/define-texts.ts'
import type { apiTexts } from './api-texts.ts'

export default {
  numberId: 'Nummer {id}',
  pageError:
    'Diese Seite ist fehlgeschlagen. Laden Sie sie neu. Wenn sie wieder fehlschlägt, melden Sie diesen Text: {detail}',
  sessionChanged:
    'Die Sitzung dieses Browsers hat sich geändert. Melden Sie sich bei Bedarf neu an und versuchen Sie es erneut.',
  incompleteFile: 'Die Verbindung endete, bevor die Datei vollständig war. Versuchen Sie es erneut.',
  problem: 'Problem',
  theServiceDoesNot:
    'Der Dienst antwortet nicht. Prüfen Sie, ob er läuft und ob Sie verbunden sind; diese Seite versucht es weiter.',
  theAnswerHttpStatus:
    'Die Antwort (HTTP {status}) kam nicht von Flotilla. Ist ein Proxy dazwischen, oder startet der Dienst gerade?',
} satisfies Translation<typeof apiTexts>
