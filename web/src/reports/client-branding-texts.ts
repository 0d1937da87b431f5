import { defineTexts } from '../texts/define-texts.ts'

export const clientBrandingTexts = defineTexts({
  branding: 'Branding and language',
  title: 'Branding and language for {name}',
  introduction:
    'Reports and e-mails for this client use these values. If a field is empty, the value for all reports is used.',
  save: 'Save',
  saved: 'Saved. The next report uses it.',
  language: 'Language',
  english: 'English',
  german: 'German',
  sender: 'Sender name',
  ownColors: 'Custom colours',
  ownColorsHint: 'If off, the colours of all reports are used.',
  brandColor: 'Cover and heading colour',
  accentColor: 'Colour of bars and highlights',
  reportTitle: 'Title on the cover',
  emailSubject: 'Subject of e-mails',
  emailText: 'Text of e-mails',
})
