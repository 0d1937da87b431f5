import type { Translation } from '../../texts/define-texts.ts'
import type { chartTexts } from './chart-texts.ts'

export default {
  downForAPart: 'zeitweise nicht erreichbar',
  notChecked: 'nicht geprüft',
  up: 'erreichbar',
  down: 'nicht erreichbar',
} satisfies Translation<typeof chartTexts>
