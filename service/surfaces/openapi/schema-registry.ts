import type { JsonSchema } from '../../operation/json-schema.ts'

/** Schemas that several parts of the document refer to by name. */
export interface SchemaRegistry {
  schemas: Record<string, JsonSchema>
  /** Adds the schema under its name and returns the reference to it. */
  keep(name: string, schema: JsonSchema): JsonSchema
  /** For a part of an added schema: its references point to the one under `name`. */
  settle(name: string, schema: JsonSchema): JsonSchema
}

export function createSchemaRegistry(): SchemaRegistry {
  const schemas: Record<string, JsonSchema> = {}
  const settle = (name: string, schema: JsonSchema): JsonSchema => {
    const { $defs = {}, ...rest } = schema
    for (const [key, definition] of Object.entries($defs)) schemas[definitionName(name, key)] ??= tidy(definition, name)
    return tidy(rest, name)
  }
  return {
    schemas,
    settle,
    keep(name, schema) {
      schemas[name] ??= settle(name, schema)
      return { $ref: referTo(name) }
    },
  }
}

/** `list-modules` → `ListModules`. */
export const schemaName = (operationName: string, suffix: string) =>
  operationName.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase()) + suffix

const referTo = (name: string) => `#/components/schemas/${name}`
const definitionName = (name: string, key: string) => `${name}_${key.replace(/[^\w.-]/g, '_')}`

/** Rewrites local references to shared ones and drops bounds without meaning. */
function tidy(schema: JsonSchema, name: string): JsonSchema {
  return mapSchema(schema, (keyword, value) => {
    if (keyword === '$ref') {
      if (value === '#') return referTo(name)
      return String(value).replace(/^#\/\$defs\/(.+)$/, (_, key: string) => referTo(definitionName(name, key)))
    }
    const saysNothing =
      (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
      (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
      (keyword === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}')
    return saysNothing ? undefined : value
  })
}

const holdsSchemas = ['properties', 'patternProperties']
const holdsData = ['default', 'const', 'enum', 'examples', 'example']

/** Rebuilds a schema keyword by keyword; keywords for which `map` returns undefined are removed. Data values stay unchanged. */
function mapSchema(schema: object, map: (keyword: string, value: unknown) => unknown): JsonSchema {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    return typeof value === 'object' && value !== null ? mapSchema(value, map) : value
  }
  const mapped: [string, unknown][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const kept = map(keyword, value)
    if (kept === undefined) continue
    if (holdsData.includes(keyword)) mapped.push([keyword, kept])
    else if (holdsSchemas.includes(keyword) && typeof kept === 'object' && kept !== null) {
      const named = Object.entries(kept).map(([key, entry]) => [key, inside(entry)])
      mapped.push([keyword, Object.fromEntries(named)])
    } else mapped.push([keyword, inside(kept)])
  }
  return Object.fromEntries(mapped)
}
