import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The contract as data. Strict objects, so a misspelt key in the JSON is an error and not a check that silently never runs. */

const Method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const ValueType = z.enum(['integer', 'string', 'boolean', 'array', 'integer-or-string'])
const Field = z.union([z.string(), z.record(z.string(), z.array(z.string()))])

const InputRow = z.strictObject({
  name: z.string(),
  type: ValueType,
  items: ValueType.optional(),
  required: z.boolean(),
  default: z.json().optional(),
  /** Of the value itself, or of each element where the type is array. */
  enum: z.array(z.string()).optional(),
  /** Values beyond the specification's own that clients of the established product send. */
  alsoEnum: z.array(z.string()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  minItems: z.number().optional(),
  nullable: z.boolean().optional(),
  /** The value the operation insists on (confirm: true). Checked when it runs, not by the schema. */
  mustBe: z.boolean().optional(),
  source: z.enum(['reference', 'decisions']).optional(),
})

const AbilityRow = z.strictObject({
  ability: z.string(),
  section: z.string(),
  source: z.enum(['spec', 'decisions']),
  category: z.string(),
  method: Method,
  alsoMethods: z.array(Method),
  readonly: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  requires: z.string().nullable(),
  input: z.array(InputRow),
  aliases: z.record(z.string(), z.string()),
  response: z.array(Field),
  optionalResponse: z.array(z.string()).optional(),
  decisionsResponse: z.array(z.string()).optional(),
  queuedResponse: z.array(Field).optional(),
  dryRunResponse: z.array(Field).optional(),
  responseTypes: z.record(z.string(), z.enum(['integer', 'number', 'string', 'boolean', 'array', 'object'])),
})

const RouteRow = z.strictObject({
  method: Method,
  path: z.string().startsWith('/'),
  section: z.string(),
  source: z.enum(['spec', 'decisions']),
  /** The route follows from a decision, its exact path is our own choice. */
  proposed: z.boolean().optional(),
  purpose: z.string(),
  params: z.array(z.string()),
  furtherParams: z.array(z.string()).optional(),
  requires: z.string().nullable(),
  feature: z.string().nullable(),
  response: z.array(Field).optional(),
})

const ErrorRow = z.strictObject({
  code: z.string(),
  /** null: only ever an entry of errors[], never an answer of its own. */
  status: z.number().nullable(),
  source: z.enum(['spec', 'decisions']),
  proposed: z.boolean().optional(),
  when: z.string(),
})

export type Field = z.infer<typeof Field>
export type InputRow = z.infer<typeof InputRow>
export type AbilityRow = z.infer<typeof AbilityRow>
export type RouteRow = z.infer<typeof RouteRow>
export type ErrorRow = z.infer<typeof ErrorRow>

export const readAbilityRows = () => z.array(AbilityRow).parse(readJson('abilities.json'))
export const readRouteRows = () => z.array(RouteRow).parse(readJson('routes.json'))
export const readErrorRows = () => z.array(ErrorRow).parse(readJson('errors.json'))

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
}
