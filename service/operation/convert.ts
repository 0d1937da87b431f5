import { isExactNumber } from './exact-number.ts'
import type { JsonSchema } from './json-schema.ts'
import { JsonError, readJson } from './read-json.ts'

/**
 * Converts text from queries, brackets and loosely typed bodies to the types in the schema.
 * Values that cannot be converted stay unchanged; validation refuses them with a reason. Text for a list
 * becomes a list with that text.
 */
export function convert(schema: JsonSchema, value: unknown): unknown {
  if (value === undefined || value === null) return value
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return convertToOneOf(branches, value)
  if (Array.isArray(schema.type)) {
    return convertToOneOf(
      schema.type.map((type) => ({ ...schema, type })),
      value,
    )
  }
  switch (schema.type) {
    case 'object':
      return convertToObject(schema, value)
    case 'array':
      return convertToList(schema, value)
    case 'integer':
    case 'number':
      return convertToNumber(value)
    case 'boolean':
      return convertToBoolean(value)
    default:
      return value
  }
}

function convertToObject(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('{')) {
    const read = readObject(value)
    return typeof read === 'string' ? read : convertToObject(schema, read)
  }
  if (!isPlainObject(value)) return value
  const further = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  const converted: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(value)) {
    // Own properties only: a field called "constructor" must not match the inherited one.
    const known = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
    converted[key] = convert(known ?? further, entry)
  }
  return converted
}

/** More than any list allows; the maximum of `split`. */
const unlimited = 2 ** 32 - 2

/** A list that is too long stays unchanged: validation refuses it by its length. */
function convertToList({ items = {}, maxItems = unlimited }: JsonSchema, value: unknown): unknown {
  const convertAll = (entries: unknown[]) =>
    entries.length > maxItems ? entries : entries.map((entry) => convert(items, entry))
  if (Array.isArray(value)) return convertAll(value)
  if (typeof value === 'number') return [convert(items, value)]
  if (typeof value === 'string') {
    const parts = value.split(',', maxItems + 1)
    if (parts.length > maxItems) return parts
    const entries = parts.map((part) => part.trim()).filter((part) => part !== '')
    // Empty text is not an empty list: for some operations an empty list means "all".
    return entries.length === 0 ? value : convertAll(entries)
  }
  if (isPlainObject(value) && isIndexed(value)) return convertAll(Object.values(value))
  return value
}

function convertToNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d{1,15}(\.\d{1,10})?$/.test(value)) return value
  if (/^\d{1,15}$/.test(value)) return Number(value)
  return isExactNumber(value) ? Number(value) : value
}

function convertToBoolean(value: unknown): unknown {
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return value
}

/** The first branch that has the type of the converted value. Text stays text if text is allowed and nothing else matches. */
function convertToOneOf(branches: JsonSchema[], value: unknown): unknown {
  for (const branch of branches) {
    if (branch.type === 'string' || branch.type === 'null') continue
    const converted = convert(branch, value)
    if (hasType(branch, converted)) return converted
  }
  return value
}

function hasType(schema: JsonSchema, value: unknown): boolean {
  switch (schema.type) {
    case 'integer':
      return Number.isInteger(value)
    case 'number':
    case 'boolean':
      return typeof value === schema.type
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isPlainObject(value)
    default:
      return false
  }
}

/** An empty object is not a list: for some operations an empty list means "all". */
function isIndexed(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key, index) => key === String(index))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text that is not JSON stays text. The limits are those of a JSON body. */
function readObject(text: string): unknown {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof JsonError && error.isSyntax) return text
    throw error
  }
}
