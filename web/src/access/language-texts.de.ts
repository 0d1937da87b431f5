import type { Translation } from '../texts/define-texts.ts'
import type { languageTexts } from './language-texts.ts'

export default {
  title: 'Sprache',
  label: 'Sprache des Dashboards und der E-Mails an Sie',
  hint: 'Gilt in jedem Browser. Die Seite wird neu geladen.',
  asBrowser: 'Wie der Browser',
} satisfies Translation<typeof languageTexts>
