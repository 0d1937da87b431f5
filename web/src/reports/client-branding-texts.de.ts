import type { Translation } from '../texts/define-texts.ts'
import type { clientBrandingTexts } from './client-branding-texts.ts'

export default {
  branding: 'Gestaltung und Sprache',
  title: 'Gestaltung und Sprache für {name}',
  introduction:
    'Berichte und E-Mails für diesen Kunden verwenden diese Werte. Ist ein Feld leer, gilt der Wert für alle Berichte.',
  save: 'Speichern',
  saved: 'Gespeichert. Der nächste Bericht verwendet es.',
  language: 'Sprache',
  english: 'Englisch',
  german: 'Deutsch',
  sender: 'Name des Absenders',
  ownColors: 'Eigene Farben',
  ownColorsHint: 'Wenn aus, gelten die Farben aller Berichte.',
  brandColor: 'Farbe des Deckblatts und der Überschriften',
  accentColor: 'Farbe der Balken und Markierungen',
  reportTitle: 'Titel auf dem Deckblatt',
  emailSubject: 'Betreff der E-Mails',
  emailText: 'Text der E-Mails',
} satisfies Translation<typeof clientBrandingTexts>
