import type { Translation } from '../texts/define-texts.ts'
import type { connectionTexts } from './connection-texts.ts'

export default {
  noConnection:
    'Keine Verbindung zu Flotilla. Was diese Seite zeigt, kann veraltet sein; zuletzt aktualisiert <time></time>.',
} satisfies Translation<typeof connectionTexts>
