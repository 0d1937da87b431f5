import type { z } from 'zod'
import { convert } from './convert.ts'
import { explainIssues } from './explain-issues.ts'
import type { JsonSchema } from './json-schema.ts'
import { findOversized } from './oversized.ts'
import { JsonError } from './read-json.ts'
import { refuseUnstorable } from './unstorable-text.ts'
import { findWrongElements } from './wrong-elements.ts'

export type ReadFields<Data> = { data: Data; problems?: never } | { data?: never; problems: Record<string, string> }

/** Converts input from text to the types in the schema and validates it. `further`: accepted names that are not in the schema. */
export function readFields<Shape extends z.ZodType>(
  shape: Shape,
  schema: JsonSchema,
  given: Record<string, unknown>,
  otherNames: readonly string[] = [],
): ReadFields<z.output<Shape>> {
  const problems: Record<string, string> = {}
  const converted = convertFields(schema, given, problems)
  return Object.keys(problems).length > 0 ? { problems } : checkFields(shape, schema, converted, otherNames)
}

/** Whether readFields would accept the input. Skips the explanations, which take most of the time. */
export function acceptsFields(shape: z.ZodType, schema: JsonSchema, given: Record<string, unknown>): boolean {
  const problems: Record<string, string> = {}
  const converted = convertFields(schema, given, problems)
  Object.assign(problems, findOversized(schema, converted))
  refuseUnstorable(converted, problems)
  return Object.keys(problems).length === 0 && shape.safeParse(converted).success
}

/** Text that cannot be stored and oversized input are refused first; zod validates only the rest. */
export function checkFields<Shape extends z.ZodType>(
  shape: Shape,
  schema: JsonSchema,
  fields: Record<string, unknown>,
  otherNames: readonly string[] = [],
): ReadFields<z.output<Shape>> {
  const problems = findOversized(schema, fields)
  refuseUnstorable(fields, problems)
  if (Object.keys(problems).length > 0) return { problems }
  const wrong = findWrongElements(shape, fields)
  if (wrong.length > 0) return { problems: explainIssues(wrong, schema, otherNames) }
  const parsed = shape.safeParse(fields, { reportInput: true })
  return parsed.success ? { data: parsed.data } : { problems: explainIssues(parsed.error.issues, schema, otherNames) }
}

function convertFields(schema: JsonSchema, given: Record<string, unknown>, problems: Record<string, string>) {
  const converted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    try {
      // Own properties only: a field called "constructor" must not match the inherited one.
      const known = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
      converted[name] = known ? convert(known, value) : value
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      problems[name] = `holds JSON that cannot be read: ${error.message}`
    }
  }
  return converted
}
