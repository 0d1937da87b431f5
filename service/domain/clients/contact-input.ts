import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import { isEmailOrEmpty, isOneLine } from './client-text.ts'
import { type ClientContact, maxContacts } from './contact.ts'

const line = (maximum: number) => z.string().max(maximum).refine(isOneLine, 'must be one line of text').default('')

const ContactInput = z.strictObject({
  id: z.int().min(1).optional().describe('Of a contact that the client has; omit for a new one.'),
  name: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => text.trim() !== '' && isOneLine(text), 'must be one line of text and not empty'),
  role: line(100),
  email: z
    .string()
    .max(254)
    .refine(isEmailOrEmpty, 'must be an e-mail address, such as name@example.com, or empty')
    .default(''),
  phone: line(60),
  note: z.string().max(2_000).default(''),
  facebook: line(200),
  twitter: line(200),
  instagram: line(200),
  linkedin: line(200),
  is_primary: z.boolean().default(false),
})

export const ContactsInput = z
  .array(ContactInput)
  .max(maxContacts)
  .describe(
    'All contacts of the client, in this order; contacts that are not listed are deleted. At most one is primary.',
  )

export type NewContact = Omit<ClientContact, 'id'> & { id?: number | undefined }

/** Trimmed. Refuses two primary contacts, and the same contact twice. */
export function readContacts(given: z.output<typeof ContactsInput>): NewContact[] {
  if (given.filter(({ is_primary }) => is_primary).length > 1)
    throw invalidInput({ contacts: 'must have at most one primary contact' })
  const ids = given.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw invalidInput({ contacts: 'must not have the same contact twice' })
  return given.map(({ id, is_primary, ...contact }) => ({
    id,
    is_primary,
    name: contact.name.trim(),
    role: contact.role.trim(),
    email: contact.email.trim(),
    phone: contact.phone.trim(),
    note: contact.note.trim(),
    facebook: contact.facebook.trim(),
    twitter: contact.twitter.trim(),
    instagram: contact.instagram.trim(),
    linkedin: contact.linkedin.trim(),
  }))
}
