import type { Translation } from '../texts/define-texts.ts'
import type { actionTexts } from './action-texts.ts'

export default {
  undone: 'Rückgängig gemacht',
  undoing: 'Wird rückgängig gemacht',
  undo: 'Rückgängig',
  inBackground: 'Das läuft im Hintergrund. <job>Ansehen</job>',
  takesLonger: 'Manche Websites brauchen länger. <job>Ansehen</job>',
  done: '{done, number} von {all, number} erledigt',
  more: 'und {count, number} weitere',
  jobs: 'Aufträge ansehen',
  nothingToDo: 'Nichts zu tun.',
} satisfies Translation<typeof actionTexts>
