import type { Translation } from '../texts/define-texts.ts'
import type { reasonTexts } from './reason-texts.ts'

export default {
  required: 'Füllen Sie dieses Feld aus.',
  oneOf: 'Wählen Sie einen dieser Werte: {values}.',
  minCharacters: 'Geben Sie mindestens {count, plural, one {# Zeichen} other {# Zeichen}} ein.',
  maxCharacters: 'Geben Sie höchstens {count, plural, one {# Zeichen} other {# Zeichen}} ein.',
  minElements: 'Fügen Sie mindestens {count, plural, one {# Eintrag} other {# Einträge}} hinzu.',
  maxElements: 'Fügen Sie höchstens {count, plural, one {# Eintrag} other {# Einträge}} hinzu.',
  range: 'Geben Sie eine Zahl von {min, number} bis {max, number} ein.',
  min: 'Geben Sie eine Zahl ab {min, number} ein.',
  max: 'Geben Sie eine Zahl bis {max, number} ein.',
  number: 'Geben Sie eine Zahl ein.',
  email: 'Geben Sie eine E-Mail-Adresse ein.',
  url: 'Geben Sie eine Webadresse ein, etwa https://one.example/.',
  date: 'Geben Sie ein Datum ein.',
  time: 'Geben Sie Datum und Uhrzeit ein.',
  future: 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  unique: 'Dieser Wert ist schon vergeben. Wählen Sie einen anderen.',
  wrong: 'Das ist nicht richtig.',
} satisfies Translation<typeof reasonTexts>
