import type { Translation } from '../texts/define-texts.ts'
import type { clientBrandingTexts } from './client-branding-texts.ts'

export default {
  save: 'Speichern',
  language: 'Sprache',
  english: 'English',
  brandColor: 'Farbe des Deckblatts und der Überschriften',
  accentColor: 'Farbe der Balken und Markierungen',
  reportTitle: 'Titel auf dem Deckblatt',
  emailSubject: 'Betreff der E-Mails',
  emailText: 'Text der E-Mails',
} satisfies Translation<typeof clientBrandingTexts>
