import type { z } from 'zod'
import { maxProblems } from './errors.ts'
import type { JsonSchema } from './json-schema.ts'

type Issue = z.core.$ZodIssue

/** Explains for each refused field what is accepted. `further`: accepted names that are not in the schema. */
export function explainIssues(
  issues: readonly Issue[],
  schema: JsonSchema,
  otherNames: readonly string[] = [],
): Record<string, string> {
  // A map, because a field may have the name of an inherited property.
  const params = new Map<string, string>()
  const listed = new Set<string>()
  const unknownField = (path: readonly PropertyKey[]) => {
    const beside = path.length === 0 ? otherNames : []
    const known = [...Object.keys(propertiesOf(schemaAt(schema, path))), ...beside].join(', ') || 'none'
    // Once is enough: thousands of unknown fields would make the answer much larger than the request.
    if (listed.has(known)) return 'is not a known field'
    listed.add(known)
    return `is not a known field; known fields: ${known}`
  }
  const explain = (path: readonly PropertyKey[], reasonOf: () => string) => {
    const field = fieldName(path)
    // Only the first are shown, the others are counted.
    if (!params.has(field)) params.set(field, params.size < maxProblems ? reasonOf() : '')
  }
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) explain([...issue.path, key], () => unknownField(issue.path))
    else explain(issue.path, () => reason(issue, schemaAt(schema, issue.path)))
  }
  return Object.fromEntries(params)
}

/** The codes of a field that was not sent. */
const missingCodes: readonly string[] = ['invalid_type', 'invalid_union', 'invalid_value']

function reason(issue: Issue, schema: JsonSchema | undefined): string {
  if (issue.input === undefined && schema !== undefined && missingCodes.includes(issue.code))
    return `is required (${describe(schema)})`
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${describe(schema ?? { type: issue.expected })}`
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be ${range(schema) ?? `${issue.minimum} or more`}`
        : `must have at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : 'elements'}`
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be ${range(schema) ?? `${issue.maximum} or less`}`
        : `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'elements'}`
    case 'invalid_format':
      return formats[issue.format] ?? issue.message
    case 'invalid_union':
      return schema ? `must be ${describe(schema)}` : issue.message
    default:
      return issue.message
  }
}

const formats: Record<string, string> = {
  email: 'must be an e-mail address',
  url: 'must be a URL',
  date: 'must be a date (YYYY-MM-DD)',
  datetime: 'must be a time in ISO 8601, such as 2026-11-15T09:00:00Z',
}

function describe(schema: JsonSchema): string {
  if (schema.enum) return `one of: ${schema.enum.map(String).join(', ')}`
  if (schema.const !== undefined) return String(schema.const)
  if (schema.anyOf) return schema.anyOf.map(describe).join(' or ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => describe({ type })).join(' or ')
  switch (schema.type) {
    case 'array':
      return `a list${schema.items?.type ? ` (each ${describe(schema.items)})` : ''}`
    case 'integer':
      return range(schema) ?? 'a whole number'
    case 'number':
      return range(schema) ?? 'a number'
    case 'boolean':
      return 'true or false'
    case 'string':
      return 'text'
    case 'object':
      return 'an object'
    case 'null':
      return 'null'
    default:
      return 'another value'
  }
}

function range({ type, minimum, maximum }: JsonSchema = {}): string | undefined {
  const noun = type === 'integer' ? 'a whole number' : 'a number'
  // JSON Schema expresses "any safe integer" with these bounds; they mean nothing to people.
  const from = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const to = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (from !== undefined && to !== undefined) return `${noun} from ${from} to ${to}`
  if (from !== undefined) return `${noun}, ${from} or more`
  if (to !== undefined) return `${noun}, ${to} or less`
  return undefined
}

function schemaAt(schema: JsonSchema | undefined, path: readonly PropertyKey[]): JsonSchema | undefined {
  let at = schema
  for (const step of path) at = typeof step === 'number' ? itemsOf(at) : propertiesOf(at)[String(step)]
  return at
}

// Nullable fields and fields with several types are in anyOf.
const propertiesOf = (schema?: JsonSchema): Record<string, JsonSchema> =>
  schema?.properties ?? schema?.anyOf?.find(({ properties }) => properties)?.properties ?? {}
const itemsOf = (schema?: JsonSchema) => schema?.items ?? schema?.anyOf?.find(({ items }) => items)?.items

export function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`
    return name === '' ? String(step) : `${name}.${String(step)}`
  }, '')
}
