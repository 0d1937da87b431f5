import type { Route } from '../../operation/address.ts'
import { type JsonSchema, publishedInputSchema } from '../../operation/json-schema.ts'

export interface RestFields {
  /** Placeholder → its schema. */
  path: Record<string, JsonSchema>
  /** All other input, in the query or in the body, under its REST name. */
  others: JsonSchema & { properties: Record<string, JsonSchema>; required: string[] }
}

export const placeholdersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The input of a route under its REST names, without fixed fields. */
export function restFields(route: Route): RestFields {
  const { operation, options } = route
  const names = options.names ?? {}
  const published = publishedInputSchema(operation)
  const placeholders = placeholdersOf(route.path)
  const inPath = placeholders.map((placeholder) => names[placeholder] ?? placeholder)
  const decided = new Set([...inPath, ...Object.keys(options.fixed ?? {})])
  const isDecided = (field: string) => decided.has(field) || decided.has(operation.aliases[field] ?? field)
  const outside = (field: string) =>
    Object.keys(names).find((name) => names[name] === field && !placeholders.includes(name)) ?? field

  const properties: Record<string, JsonSchema> = {}
  for (const [field, schema] of Object.entries(published.properties ?? {})) {
    if (isDecided(field)) continue
    const sameAs = operation.aliases[field]
    const shown = withValueAliases(schema, options.valueAliases?.[field])
    properties[outside(field)] = sameAs ? { ...shown, description: `Same as ${outside(sameAs)}.` } : shown
  }
  const open = (fields: string[] = []) => fields.filter((field) => !isDecided(field)).map(outside)
  const alternatives = alternativesOf(published).filter((fields) => !fields.some(isDecided))
  return {
    path: Object.fromEntries(placeholders.map((name) => [name, pathSchema(operation, names[name] ?? name)])),
    others: {
      type: 'object',
      properties,
      required: open(published.required),
      ...(alternatives.length > 0 && {
        allOf: alternatives.map((fields) => ({ anyOf: open(fields).map((field) => ({ required: [field] })) })),
      }),
      additionalProperties: false,
      ...definitionsOf(operation.inputSchema),
    },
  }
}

const withValueAliases = (schema: JsonSchema, valueAliases: Record<string, string> = {}): JsonSchema =>
  schema.enum ? { ...schema, enum: [...schema.enum, ...Object.keys(valueAliases)] } : schema

/** A copied schema loses the definitions of the input; its references need them. */
export function definitionsOf({ $defs }: JsonSchema): JsonSchema {
  return $defs === undefined ? {} : { $defs }
}

/** Required fields with several spellings: each list has the spellings of which one is required. */
function alternativesOf(published: JsonSchema): string[][] {
  const groups = published.allOf ?? (published.anyOf ? [{ anyOf: published.anyOf }] : [])
  return groups.map((group) => (group.anyOf ?? []).flatMap((branch) => branch.required ?? []))
}

function pathSchema(operation: Route['operation'], field: string): JsonSchema {
  const own = operation.inputSchema
  const { default: _, ...schema } = own.properties?.[field] ?? { type: 'string' }
  return { ...schema, ...definitionsOf(own) }
}
