import { defineTexts } from '../texts/define-texts.ts'

export const clientBrandingTexts = defineTexts({
  branding: 'Branding and language',
  title: 'Branding and language for {name}',
  introduction: 'Reports and e-mails for this client use these values. An empty field uses the value of all reports.',
  save: 'Save',
  saved: 'Saved. The next report uses it.',
  language: 'Language',
  english: 'English',
  german: 'German',
  sender: 'Sender name',
  ownColors: 'Own colours',
  ownColorsHint: 'Otherwise those of all reports.',
  brandColor: 'Colour of the cover and headings',
  accentColor: 'Colour of bars and marks',
  reportTitle: 'Title on the cover',
  emailSubject: 'Subject of e-mails',
  emailText: 'Text of e-mails',
})
