import { defineTexts } from '../texts/define-texts.ts'

export const sentenceListTexts = defineTexts({
  title: 'Sentences',
  introduction: 'Change single sentences of your reports. Figures are filled in for {placeholders}.',
  language: 'Language of the report',
  edit: 'Edit',
  editTitle: 'Edit a sentence',
  own: 'Changed',
  backToDefault: 'Back to the default',
  resetting: 'Restoring the default',
  reset: 'The default is restored',
  save: 'Save',
  saved: 'The sentence is saved',
  sentence: 'Sentence',
  usable: 'You can use: {names}',
  preview: 'In the report: {text}',
  usual: 'Default: {text}',
})
