import type { Translation } from '../texts/define-texts.ts'
import type { conditionTexts } from './condition-texts.ts'

export default {
  down: 'Nicht erreichbar',
  disconnected: 'Getrennt',
  degraded: 'Hat ein Problem',
  stale: 'Veraltet',
  unknown: 'Noch nicht synchronisiert',
  suspended: 'Gesperrt',
  ok: 'Verbunden',
} satisfies Translation<typeof conditionTexts>
