import type { Translation } from '../texts/define-texts.ts'
import type { originTexts } from './origin-texts.ts'

export default {
  asForAll: 'Wie alle Websites: {value}',
  nothing: 'leer',
  unchanged: 'Nicht ändern',
  fromAll: 'Aus den Einstellungen für alle Websites.',
  ownValue: 'Für diese Website eingestellt. Alle Websites: {value}.',
} satisfies Translation<typeof originTexts>
