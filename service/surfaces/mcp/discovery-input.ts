import { z } from 'zod'
import { invalidInput } from '../../operation/errors.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { readFields } from '../../operation/read-fields.ts'

const maxCharacters = 200
export const maxSearchWords = 10

/** The words of a search, in lower case. */
export const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean)

const DiscoveryInput = z.strictObject({
  search: z
    .string()
    .max(maxCharacters)
    .refine((text) => wordsOf(text).length <= maxSearchWords, `must have at most ${maxSearchWords} words`)
    .describe('Words, such as "tag" or "update policy". Empty: names only, of all.')
    .optional(),
})

export const discoverySchema = inputSchemaOf(DiscoveryInput)

/** The input of discover-abilities, checked like that of an operation. */
export function readDiscoveryInput(given: Record<string, unknown>): z.output<typeof DiscoveryInput> {
  const { data, problems } = readFields(DiscoveryInput, discoverySchema, given)
  if (problems) throw invalidInput(problems)
  return data
}
