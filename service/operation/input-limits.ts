import type { JsonSchema } from './json-schema.ts'

/** For texts and lists whose schema sets no maximum: names, dates and numbers, which are all much shorter. */
const longestText = 500
const mostElements = 1_000

/** The schema with a limit on every text and every list. */
export function withLimits(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, propertyNames, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(isUnlimitedText(schema) && { maxLength: longestText }),
    ...(isUnlimitedList(schema) && { maxItems: mostElements }),
    ...(properties && { properties: mapValues(properties, withLimits) }),
    ...(items && { items: withLimits(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: withLimits(additionalProperties) }),
    ...(propertyNames && { propertyNames: withLimits(propertyNames) }),
    ...(anyOf && { anyOf: anyOf.map(withLimits) }),
    ...(oneOf && { oneOf: oneOf.map(withLimits) }),
  }
}

const takes = ({ type }: JsonSchema, wanted: string) => [type].flat().includes(wanted)

/** A choice of words is compared as a whole. */
export const isUnlimitedText = (schema: JsonSchema) =>
  takes(schema, 'string') && schema.maxLength === undefined && schema.enum === undefined && schema.const === undefined

export const isUnlimitedList = (schema: JsonSchema) => takes(schema, 'array') && schema.maxItems === undefined

const mapValues = <V>(object: Record<string, V>, map: (value: V) => V): Record<string, V> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
