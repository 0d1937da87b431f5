import type { Translation } from '../texts/define-texts.ts'
import type { contactTexts } from './contact-texts.ts'

export default {
  contacts: 'Kontakte',
  contactNumber: 'Kontakt {number, number}',
  primary: 'Hauptkontakt',
  name: 'Name',
  role: 'Funktion',
  phone: 'Telefon',
  note: 'Notiz',
  add: 'Kontakt hinzufügen',
  remove: '{name} entfernen',
  unnamed: 'Kontakt {number, number}',
} satisfies Translation<typeof contactTexts>
