import { z } from 'zod'

/** Custom fields of clients; each client has a text or nothing per field. */

/** The id or name of a field; a text of digits is always an id. */
export const FieldRef = z.union([z.int().min(1), z.string().min(1).max(100)])
export type FieldRef = z.output<typeof FieldRef>

export const FieldName = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => text.trim() !== '' && !/\p{Cc}/u.test(text), 'must be one line of text and not empty')
  // Values are returned as a map, which cannot have this key.
  .refine((text) => text.trim() !== '__proto__', 'must be another name')

/** The name of a field that is added or renamed. Older fields may have a name of digits. */
export const NewFieldName = FieldName.refine(
  (text) => !isDigits(text),
  'must not have digits only: that is the id of a field',
)

export const isDigits = (text: string) => /^\d+$/.test(text.trim())

export const FieldDescription = z.string().max(1_000)

export const CustomField = z.object({ field_id: z.int(), name: z.string(), description: z.string() })

const value = z.string().max(5_000).nullable()

/** A map of names and values, or the list that clients of the established product send. */
export const CustomFieldValues = z
  // The list first: a form with indexes in brackets also parses as a map.
  .union([
    z
      .array(
        z.strictObject({
          field_name: FieldName,
          field_value: value.optional(),
          field_desc: FieldDescription.nullable().optional(),
        }),
      )
      .max(200),
    z
      .record(z.string().max(100), value)
      .refine((map) => Object.keys(map).length <= 200, 'must have at most 200 fields'),
  ])
  .describe(
    'Values of custom fields: {"name": "value"}, or a list of {field_name, field_value, field_desc}. null or "" clears. ' +
      'A field must exist, unless the list describes it with field_desc: then it is added.',
  )
export type CustomFieldValues = z.output<typeof CustomFieldValues>

export interface FieldValue {
  name: string
  /** Empty clears the value. */
  value: string
  /** When given, an unknown field is added with it. */
  description?: string
}

/** Both forms as one list; the last value of a field wins. */
export function readValues(given: CustomFieldValues): FieldValue[] {
  if (!Array.isArray(given)) {
    return Object.entries(given).map(([name, value]) => ({ name: name.trim(), value: value?.trim() ?? '' }))
  }
  return given.map(({ field_name, field_value, field_desc }) => ({
    name: field_name.trim(),
    value: field_value?.trim() ?? '',
    ...(field_desc != null && { description: field_desc.trim() }),
  }))
}

export const toField = ({ id, name, description }: { id: number; name: string; description: string }) => ({
  field_id: id,
  name,
  description,
})
