import type { Translation } from '../texts/define-texts.ts'
import type { sentenceListTexts } from './sentence-list-texts.ts'

export default {
  title: 'Sätze',
  introduction: 'Ändern Sie einzelne Sätze Ihrer Berichte. Für {placeholders} werden Werte eingesetzt.',
  language: 'Sprache des Berichts',
  edit: 'Bearbeiten',
  editTitle: 'Satz bearbeiten',
  own: 'Geändert',
  backToDefault: 'Standard wiederherstellen',
  resetting: 'Standard wird wiederhergestellt',
  reset: 'Standard wiederhergestellt',
  save: 'Speichern',
  saved: 'Satz gespeichert',
  sentence: 'Satz',
  usable: 'Verwendbar: {names}',
  preview: 'Im Bericht: {text}',
  usual: 'Standard: {text}',
} satisfies Translation<typeof sentenceListTexts>
