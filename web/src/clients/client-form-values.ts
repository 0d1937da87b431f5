import type { DataOf, InputOf } from '../../../contract/client.ts'

import type { Contact } from './contact-fields.tsx'

type Client = DataOf<'get-client'>

/** The fields of the form, under the names that the operations accept. */
export const contactFields = ['name', 'client_email', 'client_phone'] as const
export const addressFields = ['address_1', 'address_2', 'zip', 'city', 'state', 'country'] as const
export const profileFields = ['client_facebook', 'client_twitter', 'client_instagram', 'client_linkedin'] as const
export const textFields = [...contactFields, ...addressFields, ...profileFields, 'note'] as const

export type TextFieldName = (typeof textFields)[number]
export type ClientValues = Record<TextFieldName, string> & { custom: Record<string, string>; contacts: Contact[] }

/** The output uses other names than the input. */
const outputNames: Partial<Record<TextFieldName, keyof Client>> = {
  client_email: 'email',
  client_phone: 'phone',
  client_facebook: 'facebook',
  client_twitter: 'twitter',
  client_instagram: 'instagram',
  client_linkedin: 'linkedin',
}

export function clientValuesOf(client: Client | undefined): ClientValues {
  const text = (field: TextFieldName) => String(client?.[outputNames[field] ?? (field as keyof Client)] ?? '')
  const texts = Object.fromEntries(textFields.map((field) => [field, text(field)])) as Record<TextFieldName, string>
  return { ...texts, custom: { ...client?.custom_fields }, contacts: client?.contacts ?? [] }
}

/** Returns only changed fields, so that changes made by others meanwhile are not overwritten. */
export function clientChanges(
  before: ClientValues,
  after: ClientValues,
): Omit<InputOf<'update-client'>, 'client_id_or_email'> {
  const texts = textFields.filter((field) => before[field] !== after[field])
  const custom = Object.keys(after.custom).filter((name) => (before.custom[name] ?? '') !== after.custom[name])
  return {
    ...Object.fromEntries(texts.map((field) => [field, after[field].trim()])),
    ...(JSON.stringify(before.contacts) !== JSON.stringify(after.contacts) && { contacts: after.contacts }),
    ...(custom.length > 0 && {
      custom_fields: Object.fromEntries(custom.map((name) => [name, after.custom[name] || null])),
    }),
  }
}
