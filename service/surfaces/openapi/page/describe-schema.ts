import type { JsonSchema } from '../../../operation/json-schema.ts'

/** The type of a field as text: `integer`, `list of text`, `text or null`. */
export function typeLabels(schema: JsonSchema): string {
  if (schema.const !== undefined) return literal(schema.const)
  const branches = branchesOf(schema)
  if (branches) return [...new Set(branches.map(typeLabels))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeLabels({ ...schema, type })).join(' or ')
  switch (schema.type) {
    case 'string':
      return schema.format === undefined ? 'text' : (formats[schema.format] ?? 'text')
    case 'boolean':
      return 'true or false'
    case 'array':
      return schema.items && typeof schema.items === 'object' && Object.keys(schema.items).length > 0
        ? `list of ${typeLabels(schema.items)}`
        : 'list'
    case 'object':
      return typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0
        ? `map of ${typeLabels(schema.additionalProperties)}`
        : 'object'
    case undefined:
      return 'any'
    default:
      return schema.type
  }
}

/** Further constraints: allowed values, a range, a length. */
export function allowedLabels(schema: JsonSchema): string {
  const inner = branchesOf(schema)
  if (inner) return inner.map(allowedLabels).filter(Boolean).join('; ')
  if (schema.enum) return schema.enum.map(literal).join(', ')
  if (schema.const !== undefined) return ''
  if (schema.type === 'array' && schema.items)
    return join([limits(schema, 'Items', ' elements'), allowedLabels(schema.items)])
  if (schema.type === 'string') return limits(schema, 'Length', ' characters')
  return range(schema.minimum, schema.maximum, '')
}

export const literal = (value: unknown) => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value))

const branchesOf = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf

const formats: Record<string, string> = {
  email: 'e-mail address',
  uri: 'URL',
  date: 'date (YYYY-MM-DD)',
  'date-time': 'time (ISO 8601)',
}

function limits(schema: JsonSchema, of: 'Items' | 'Length', unit: string): string {
  return range(schema[`min${of}`], schema[`max${of}`], unit)
}

function range(from: unknown, to: unknown, unit: string): string {
  // The bounds of safe integers are of no use to readers.
  const least = from === Number.MIN_SAFE_INTEGER ? undefined : from
  const most = to === Number.MAX_SAFE_INTEGER ? undefined : to
  if (least !== undefined && most !== undefined) return `${least}–${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined ? '' : `at most ${most}${unit}`
}

const join = (texts: string[]) => texts.filter(Boolean).join('; ')
