import { defineTexts } from '../texts/define-texts.ts'

export const sentenceListTexts = defineTexts({
  title: 'Sentences',
  introduction: 'Change single sentences of your reports. {placeholders} are replaced with values.',
  language: 'Language of the report',
  edit: 'Edit',
  editTitle: 'Edit a sentence',
  own: 'Changed',
  backToDefault: 'Restore default',
  resetting: 'Restoring the default',
  reset: 'Default restored',
  save: 'Save',
  saved: 'Sentence saved',
  sentence: 'Sentence',
  usable: 'You can use: {names}',
  preview: 'In the report: {text}',
  usual: 'Default: {text}',
})
