import type { Updateable } from 'kysely'
import { z } from 'zod'
import { typedEntries } from '../../platform/typed-keys.ts'
import type { ClientTable } from './client-store.ts'
import { isEmailOrEmpty, isOneLine } from './client-text.ts'
import { ContactsInput } from './contact-input.ts'
import { CustomFieldValues } from './custom-field.ts'

/** Input for a client: omitted fields stay, null and "" clear. `toClientColumns` maps wire names to columns. */

const clearable = (text: z.ZodString) => text.nullable().optional()
const line = (maximum: number) => clearable(z.string().max(maximum).refine(isOneLine, 'must be one line of text'))

export const ClientName = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.trim() !== '' && isOneLine(text), 'must be one line of text and not empty')

export const clientFields = {
  client_email: clearable(
    z.string().max(254).refine(isEmailOrEmpty, 'must be an e-mail address, such as name@example.com, or empty'),
  ).describe('Unique among clients; upper and lower case are the same.'),
  client_phone: line(60),
  address_1: line(200),
  address_2: line(200),
  city: line(100),
  state: line(100),
  zip: line(40),
  country: line(100),
  note: clearable(z.string().max(20_000)),
  client_facebook: line(200),
  client_twitter: line(200),
  client_instagram: line(200),
  client_linkedin: line(200),
  selected_sites: z
    .array(z.int().min(1))
    .max(10_000)
    .nullable()
    .optional()
    .describe(
      'All sites of the client, by id. They are removed from their current client; sites that are not listed no longer have a client.',
    ),
  contacts: ContactsInput.optional(),
  custom_fields: CustomFieldValues.optional(),
}

export const ClientInput = z.strictObject({ name: ClientName.optional(), ...clientFields })
export type ClientInput = z.output<typeof ClientInput>

const textColumns = {
  client_phone: 'phone',
  address_1: 'address_1',
  address_2: 'address_2',
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
  note: 'note',
  client_facebook: 'facebook',
  client_twitter: 'twitter',
  client_instagram: 'instagram',
  client_linkedin: 'linkedin',
} as const

type Columns = Pick<Updateable<ClientTable>, 'name' | 'email' | (typeof textColumns)[keyof typeof textColumns]>

/** Only the given fields, so that concurrent edits of different fields do not overwrite each other. */
export function toClientColumns(input: ClientInput): Columns {
  const columns: Columns = {}
  if (input.name !== undefined) columns.name = input.name.trim()
  if (input.client_email !== undefined) columns.email = input.client_email?.trim() || null
  for (const [field, column] of typedEntries(textColumns)) {
    const text = input[field]
    if (text !== undefined) columns[column] = text?.trim() ?? ''
  }
  return columns
}
