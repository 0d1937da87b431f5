import type { Translation } from '../texts/define-texts.ts'
import type { updateNoteTexts } from './update-note-texts.ts'

export default {
  changes: 'Änderungen',
  close: 'Schließen',
  homepage: 'Startseite',
  report: 'Bericht',
  testConnection: 'Verbindung',
} satisfies Translation<typeof updateNoteTexts>
