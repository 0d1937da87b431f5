import { operations } from '../../catalogue.ts'
import type { JsonSchema } from '../../operation/json-schema.ts'
import type { Operation } from '../../operation/operation.ts'

/** Values, not sums. */
const isValue =
  /(^|_)(id|page|per_page|ms|status|code|price|decimals|position|interval|seconds|minutes|days|hours|retries)$/

/** Names of fields outside of the rows of a list. */
function fieldsOf(schema: JsonSchema): { name: string; isNumber: boolean }[] {
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return [
    ...branches.flatMap(fieldsOf),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, value]) => [
      { name, isNumber: [value.type].flat().some((type) => type === 'integer' || type === 'number') },
      ...fieldsOf(value),
    ]),
  ]
}

const hasRows = (schema: JsonSchema): boolean =>
  [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some(({ properties }) =>
    Object.values(properties ?? {}).some(({ type }) => type === 'array'),
  )

/**
 * Whether an answer sums something up: it counts what was done, is a document, or has a number or a sentence besides the rows
 * of a list.
 */
export function isSumming({ name, results, answers, outputSchema }: Operation): boolean {
  if (results || answers.includes('file')) return true
  if (name.endsWith('-settings')) return false
  const isList = hasRows(outputSchema)
  return fieldsOf(outputSchema).some(
    (field) =>
      field.name === 'summary' ||
      field.name === 'outcome' ||
      (field.isNumber && !isValue.test(field.name) && !(isList && field.name === 'total')),
  )
}

export const summingOperations = (): string[] => operations.filter(isSumming).map(({ name }) => name)
