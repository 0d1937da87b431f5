import { z } from 'zod'
import { withLimits } from './input-limits.ts'
import type { Operation } from './operation.ts'

/** As much of JSON Schema as our schemas use. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  maxItems?: number
  maxLength?: number
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  [keyword: string]: unknown
}

const guards: Record<string, JsonSchema> = {
  confirm: { type: 'boolean', default: false, description: 'Must be true for what cannot be undone.' },
  dry_run: { type: 'boolean', default: false, description: 'Tell what would happen and change nothing.' },
  user_confirmed: { type: 'boolean', description: 'Accepted for clients that send it; has no effect.' },
}
export const guardNames = Object.keys(guards)

const inputs = new WeakMap<Operation, JsonSchema>()
const outputs = new WeakMap<Operation, JsonSchema>()

/** The operation's own input, as the converter needs it: no aliases, no guards. */
export function inputSchema(operation: Operation): JsonSchema {
  return remember(inputs, operation, () => inputSchemaOf(operation.input))
}

export function outputSchema(operation: Operation): JsonSchema {
  return remember(outputs, operation, () => toJsonSchema(operation.output, 'output'))
}

/** What discovery and OpenAPI show: both spellings of every name, and the guards where something changes. */
export function publishedInputSchema(operation: Operation): JsonSchema {
  const own = inputSchema(operation)
  const properties: Record<string, JsonSchema> = { ...own.properties }
  const eitherOf: JsonSchema[] = []
  let required = own.required ?? []
  for (const name of new Set(Object.values(operation.aliases))) {
    const spellings = Object.keys(operation.aliases).filter((alias) => operation.aliases[alias] === name)
    // Without the default: clients send defaults along, and only one spelling may speak.
    const { default: _, ...shape } = own.properties?.[name] ?? {}
    for (const spelling of spellings) properties[spelling] = { ...shape, description: `Same as ${name}.` }
    if (!required.includes(name)) continue
    required = required.filter((field) => field !== name)
    eitherOf.push({ anyOf: [name, ...spellings].map((field) => ({ required: [field] })) })
  }
  if (operation.effect !== 'read') for (const name of guardNames) properties[name] ??= guards[name]!
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

/** What a schema takes. Every text and every list in it has a limit, which holds before zod looks (see oversized.ts). */
export const inputSchemaOf = (schema: z.ZodType): JsonSchema => withLimits(toJsonSchema(schema, 'input'))

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema
  return rest
}

function remember<K extends object, V>(memory: WeakMap<K, V>, key: K, make: () => V): V {
  const known = memory.get(key)
  if (known) return known
  const made = make()
  memory.set(key, made)
  return made
}
