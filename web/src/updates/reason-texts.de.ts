import type { Translation } from '../texts/define-texts.ts'
import type { reasonTexts } from './reason-texts.ts'

export default {
  why: 'Warum nicht aktualisiert',
  due: 'Wird installiert',
  notAutomatic: 'Nicht automatisch',
  blocked: 'Nicht erlaubt',
  openRollout: 'Rollout öffnen',
  until: 'Bis <time></time>',
} satisfies Translation<typeof reasonTexts>
