import { fieldName } from './explain-issues.ts'
import type { JsonSchema } from './json-schema.ts'

const maxFound = 20

/** Unexpected values have no known limits inside. */
const unknown: JsonSchema = {}

/**
 * Finds texts and lists that are longer than the schema allows, each with a reason. Runs before zod, which continues after a
 * failed length check: it would match a pattern against megabytes and parse a million elements.
 */
export function findOversized(schema: JsonSchema, value: unknown): Record<string, string> {
  const problems = new Map<string, string>()
  const path: PropertyKey[] = []
  const visit = (at: JsonSchema, step: PropertyKey, entry: unknown) => {
    path.push(step)
    check(at, entry)
    path.pop()
  }
  const check = (at: JsonSchema, entry: unknown): void => {
    if (at === unknown || problems.size >= maxFound) return
    if (typeof entry === 'string') {
      const maxLength = limitOf(at, 'string', 'maxLength')
      if (entry.length > maxLength) problems.set(fieldName(path), `must have at most ${maxLength} characters`)
    } else if (Array.isArray(entry)) {
      const maxItems = limitOf(at, 'array', 'maxItems')
      if (entry.length > maxItems) problems.set(fieldName(path), `must have at most ${maxItems} elements`)
      else {
        const items = itemsOf(at)
        for (let index = 0; index < entry.length && items !== unknown; index++) visit(items, index, entry[index])
      }
    } else if (typeof entry === 'object' && entry !== null && takesObjects(at)) {
      const maxLength = maxNameLengthOf(at)
      for (const key of Object.keys(entry)) {
        if (key.length > maxLength)
          problems.set(fieldName([...path, key]), `must have at most ${maxLength} characters in its name`)
        else visit(fieldOf(at, key), key, Reflect.get(entry, key))
      }
    }
  }
  check(schema, value)
  return Object.fromEntries(problems)
}

/** The largest size that an alternative allows; no limit if none has this type, because then the type is wrong. */
function limitOf(schema: JsonSchema, type: 'string' | 'array', keyword: 'maxLength' | 'maxItems'): number {
  const limits = alternativesOf(schema).flatMap((each) => (takes(each, type) ? [each[keyword] ?? Infinity] : []))
  return limits.length === 0 ? Infinity : Math.max(...limits)
}

/** An enum is compared as a whole, so its length does not matter. */
const takes = (schema: JsonSchema, type: string) =>
  schema.enum === undefined && schema.const === undefined && [schema.type].flat().includes(type)

/** An unexpected object has no known fields. */
const takesObjects = (schema: JsonSchema) =>
  alternativesOf(schema).some(({ properties, additionalProperties, propertyNames }) => {
    return properties || typeof additionalProperties === 'object' || propertyNames
  })

const itemsOf = (schema: JsonSchema): JsonSchema => alternativesOf(schema).find(({ items }) => items)?.items ?? unknown

function fieldOf(schema: JsonSchema, name: string): JsonSchema {
  for (const { properties, additionalProperties } of alternativesOf(schema)) {
    const property = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) return property
    if (typeof additionalProperties === 'object') return additionalProperties
  }
  return unknown
}

const maxNameLengthOf = (schema: JsonSchema): number =>
  alternativesOf(schema).find(({ propertyNames }) => propertyNames)?.propertyNames?.maxLength ?? Infinity

const alternativesOf = (schema: JsonSchema): JsonSchema[] =>
  (schema.anyOf ?? schema.oneOf)?.flatMap(alternativesOf) ?? [schema]
