import { z } from 'zod'

/** A person of a client, as it is returned. */
export const ClientContact = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  note: z.string(),
  facebook: z.string(),
  twitter: z.string(),
  instagram: z.string(),
  linkedin: z.string(),
  is_primary: z.boolean(),
})
export type ClientContact = z.output<typeof ClientContact>

export const maxContacts = 200
