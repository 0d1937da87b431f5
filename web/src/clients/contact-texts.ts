import { defineTexts } from '../texts/define-texts.ts'

/** People of a client. */
export const contactTexts = defineTexts({
  contacts: 'Contacts',
  contactNumber: 'Contact {number, number}',
  primary: 'Primary contact',
  name: 'Name',
  role: 'Role',
  phone: 'Phone',
  note: 'Note',
  add: 'Add a contact',
  remove: 'Remove {name}',
  unnamed: 'contact {number, number}',
})
