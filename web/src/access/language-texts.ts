import { defineTexts } from '../texts/define-texts.ts'

export const languageTexts = defineTexts({
  title: 'Language',
  label: 'Language of the dashboard and of e-mails to you',
  hint: 'Applies in every browser. The page reloads.',
  asBrowser: 'Same as the browser',
})
