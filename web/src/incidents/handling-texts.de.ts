import type { Translation } from '../texts/define-texts.ts'
import type { handlingTexts } from './handling-texts.ts'

export default {
  work: 'Bearbeitung',
  open: 'Nicht bestätigt',
  acknowledged: 'Bestätigt',
  resolved: 'Gelöst',
} satisfies Translation<typeof handlingTexts>
