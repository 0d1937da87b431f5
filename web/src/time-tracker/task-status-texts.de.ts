import type { Translation } from '../texts/define-texts.ts'
import type { taskStatusTexts } from './task-status-texts.ts'

export default {
  pending: 'Ausstehend',
  in_progress: 'In Arbeit',
  on_hold: 'Pausiert',
  completed: 'Abgeschlossen',
  canceled: 'Abgebrochen',
  unbilled: 'Nicht abgerechnet',
  draft: 'Entwurf',
  sent: 'Gesendet',
  paid: 'Bezahlt',
  partially_paid: 'Teilweise bezahlt',
  overdue: 'Überfällig',
  disputed: 'Strittig',
  refunded: 'Erstattet',
  write_off: 'Abgeschrieben',
} satisfies Translation<typeof taskStatusTexts>
