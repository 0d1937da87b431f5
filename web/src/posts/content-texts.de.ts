import type { Translation } from '../texts/define-texts.ts'
import type { contentTexts } from './content-texts.ts'

export default {
  saved: 'Auf der Website gespeichert.',
  savedInPart: 'Gespeichert, aber die Website hat Folgendes nicht übernommen: {fields}.',
} satisfies Translation<typeof contentTexts>
