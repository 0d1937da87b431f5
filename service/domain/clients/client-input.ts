import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { ClientTable } from './client-table.ts'
import { CustomFieldValues } from './custom-field.ts'

/** How a client is written: what is left out stays, null and "" clear. Wire names end at `toColumns`. */

const controlCharacters = /\p{Cc}/u
// Words with dots between them, and a host of at least two labels that neither start nor end with a hyphen.
const emailAddress =
  /^[^\s@<>(),;:"\\[\].]+(?:\.[^\s@<>(),;:"\\[\].]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u

const isEmailOrEmpty = (text: string) => text.trim() === '' || emailAddress.test(text.trim())

const clearable = (text: z.ZodString) => text.nullable().optional()
const line = (maximum: number) =>
  clearable(
    z
      .string()
      .max(maximum)
      .refine((text) => !controlCharacters.test(text), 'must be one line of text'),
  )

export const ClientName = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.trim() !== '' && !controlCharacters.test(text), 'must be one line of text and not empty')

export const inputFields = {
  client_email: clearable(
    z.string().max(254).refine(isEmailOrEmpty, 'must be an e-mail address, such as name@example.com, or empty'),
  ).describe('No two clients have the same, in any case of letters.'),
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
    .describe('The sites of the client, by id: they leave the client they had, and sites left out have none any more.'),
  custom_fields: CustomFieldValues.optional(),
}

export const ClientInput = z.strictObject({ name: ClientName.optional(), ...inputFields })
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

/** Only what was given: two people who edit different fields at once do not undo each other. */
export function toColumns(written: ClientInput): Columns {
  const columns: Columns = {}
  if (written.name !== undefined) columns.name = written.name.trim()
  if (written.client_email !== undefined) columns.email = written.client_email?.trim() || null
  for (const [field, column] of Object.entries(textColumns) as [keyof typeof textColumns, keyof Columns][]) {
    const text = written[field]
    if (text !== undefined) Object.assign(columns, { [column]: text?.trim() ?? '' })
  }
  return columns
}
