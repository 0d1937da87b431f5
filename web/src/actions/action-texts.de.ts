import type { Translation } from '../texts/define-texts.ts'
import type { actionTexts } from './action-texts.ts'

export default {
  undone: 'Rückgängig gemacht',
  undoing: 'Wird rückgängig gemacht',
  undo: 'Rückgängig',
  inBackground: 'Läuft im Hintergrund. <job>Fortschritt anzeigen</job>',
  takesLonger: 'Manche Websites brauchen länger. <job>Fortschritt anzeigen</job>',
  done: '{done, number} von {all, number} erledigt',
  more: 'und {count, number} weitere',
  jobs: 'Aufträge anzeigen',
  nothingToDo: 'Nichts zu tun.',
} satisfies Translation<typeof actionTexts>
