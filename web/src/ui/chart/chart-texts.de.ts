import type { Translation } from '../../texts/define-texts.ts'
import type { chartTexts } from './chart-texts.ts'

export default {
  downForAPart: 'teilweise nicht erreichbar',
  notChecked: 'nicht geprüft',
} satisfies Translation<typeof chartTexts>
