import { z } from 'zod'

/** The part of JSON Schema that our schemas use. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  prefixItems?: JsonSchema[]
  enum?: unknown[]
  format?: string
  $defs?: Record<string, JsonSchema>
  const?: unknown
  default?: unknown
  description?: string
  [keyword: string]: unknown
}

const guards: Record<string, JsonSchema> = {
  confirm: { type: 'boolean', default: false, description: 'Must be true for what cannot be undone.' },
  dry_run: { type: 'boolean', default: false, description: 'Report what would happen and change nothing.' },
  user_confirmed: { type: 'boolean', description: 'Accepted for clients that send it; has no effect.' },
}
export const guardNames = Object.keys(guards)

/** For discovery and OpenAPI: all spellings of every name, and the guards for operations that change something. */
export function publishedInputSchema(operation: {
  inputSchema: JsonSchema
  aliases: Record<string, string>
  effect: string
}): JsonSchema {
  const own = operation.inputSchema
  const properties: Record<string, JsonSchema> = { ...own.properties }
  const eitherOf: JsonSchema[] = []
  let required = own.required ?? []
  for (const name of new Set(Object.values(operation.aliases))) {
    const spellings = Object.keys(operation.aliases).filter((alias) => operation.aliases[alias] === name)
    // Without the default: clients send defaults along, and two spellings must not contradict each other.
    const { default: _, ...shape } = own.properties?.[name] ?? {}
    for (const spelling of spellings) properties[spelling] = { ...shape, description: `Same as ${name}.` }
    if (!required.includes(name)) continue
    required = required.filter((field) => field !== name)
    eitherOf.push({ anyOf: [name, ...spellings].map((field) => ({ required: [field] })) })
  }
  if (operation.effect !== 'read') for (const [name, guard] of Object.entries(guards)) properties[name] ??= guard
  const callableWithoutInput = required.length === 0 && eitherOf.length === 0
  return {
    type: callableWithoutInput ? ['object', 'null'] : 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(eitherOf.length === 1 && eitherOf[0]),
    ...(eitherOf.length > 1 && { allOf: eitherOf }),
    additionalProperties: false,
    ...(own.$defs !== undefined && { $defs: own.$defs }),
  }
}

/** The input of a schema. Every text and list has a limit, which is checked before zod (see oversized.ts). */
export const inputSchemaOf = (schema: z.ZodType): JsonSchema => withLimits(toJsonSchema(schema, 'input'))

export const outputSchemaOf = (schema: z.ZodType): JsonSchema => toJsonSchema(schema, 'output')

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  // zod's own type leaves `unknown` where ours names the keywords that we read.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema
  return rest
}

/** For texts and lists without a maximum in the schema: names, dates and numbers, all much shorter. */
const maxTextLength = 500
const maxElements = 1_000

/** The schema with a limit on every text and every list. */
export function withLimits(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, propertyNames, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(isUnlimitedText(schema) && { maxLength: maxTextLength }),
    ...(isUnlimitedList(schema) && { maxItems: maxElements }),
    ...(properties && { properties: mapFields(properties, withLimits) }),
    ...(items && { items: withLimits(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: withLimits(additionalProperties) }),
    ...(propertyNames && { propertyNames: withLimits(propertyNames) }),
    ...(anyOf && { anyOf: anyOf.map(withLimits) }),
    ...(oneOf && { oneOf: oneOf.map(withLimits) }),
  }
}

const takes = ({ type }: JsonSchema, name: string) => [type].flat().includes(name)

/** An enum is compared as a whole. */
export const isUnlimitedText = (schema: JsonSchema) =>
  takes(schema, 'string') && schema.maxLength === undefined && schema.enum === undefined && schema.const === undefined

export const isUnlimitedList = (schema: JsonSchema) => takes(schema, 'array') && schema.maxItems === undefined

const mapFields = <V>(object: Record<string, V>, map: (value: V) => V): Record<string, V> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
