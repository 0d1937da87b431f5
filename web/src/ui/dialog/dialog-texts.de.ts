import type { Translation } from '../../texts/define-texts.ts'
import type { dialogTexts } from './dialog-texts.ts'

export default {
  cancel: 'Abbrechen',
  close: 'Schließen',
} satisfies Translation<typeof dialogTexts>
