/** Reading published JSON schemas: what zod emits, and the draft-4 habits that clients of this kind of API know. */

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number | boolean
  exclusiveMaximum?: number | boolean
  minItems?: number
  [keyword: string]: unknown
}

export type Resolve = (schema: JsonSchema) => JsonSchema

/** Follows local references (`#/$defs/…`), as often as needed; siblings of $ref, such as a default, win. */
export function resolverOf(root: JsonSchema): Resolve {
  return function resolve(schema): JsonSchema {
    if (schema.$ref === undefined) return schema
    const { $ref, ...siblings } = schema
    let target: unknown = root
    for (const step of $ref.replace(/^#\/?/, '').split('/').filter(Boolean)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
      target = (target as Record<string, unknown> | undefined)?.[key]
    }
    if (target === undefined) throw new Error(`The schema refers to ${$ref}, which it does not define.`)
    return { ...resolve(target as JsonSchema), ...siblings }
  }
}

/** The plain shapes a value may have: unions are spread out, intersections merged, "null" left aside. */
export function variantsOf(schema: JsonSchema, resolve: Resolve): JsonSchema[] {
  const { anyOf, oneOf, allOf, ...own } = resolve(schema)
  let variants: JsonSchema[] = [own]
  for (const part of allOf ?? []) variants = combine(variants, variantsOf(part, resolve))
  for (const union of [anyOf, oneOf]) {
    if (union)
      variants = combine(
        variants,
        union.flatMap((branch) => variantsOf(branch, resolve)),
      )
  }
  return variants.filter((variant) => variant.type !== 'null')
}

function combine(left: JsonSchema[], right: JsonSchema[]): JsonSchema[] {
  return left.flatMap((one) =>
    right.map((other) => ({
      ...one,
      ...other,
      properties: { ...one.properties, ...other.properties },
      required: [...(one.required ?? []), ...(other.required ?? [])],
    })),
  )
}

export function allowsNull(schema: JsonSchema, resolve: Resolve): boolean {
  const { type, anyOf, oneOf, const: only, enum: values } = resolve(schema)
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true
  if (values?.includes(null) || only === null) return true
  return [...(anyOf ?? []), ...(oneOf ?? [])].some((branch) => allowsNull(branch, resolve))
}

/** The JSON types a value may have, "null" left aside, sorted; empty when the schema says nothing. */
export function typesOf(schema: JsonSchema, resolve: Resolve): string[] {
  const types = variantsOf(schema, resolve).flatMap((variant) => {
    if (variant.type !== undefined) return variant.type
    if (variant.const !== undefined) return typeOfValue(variant.const)
    return (variant.enum ?? []).map(typeOfValue)
  })
  return [...new Set(types)].filter((type) => type !== 'null').sort()
}

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** The values a schema restricts its value to; undefined when any of its variants is unrestricted. */
export function valuesOf(schema: JsonSchema, resolve: Resolve): unknown[] | undefined {
  const values: unknown[] = []
  for (const variant of variantsOf(schema, resolve)) {
    if (variant.const !== undefined) values.push(variant.const)
    else if (variant.enum) values.push(...variant.enum.filter((value) => value !== null))
    else return undefined
  }
  return values
}

/** Inclusive bounds, however they are written; the widest of all variants. */
export function boundsOf(schema: JsonSchema, resolve: Resolve): { min?: number; max?: number } {
  const variants = variantsOf(schema, resolve)
  const lows = variants.map((one) => inclusive(one.minimum, one.exclusiveMinimum, 1))
  const highs = variants.map((one) => inclusive(one.maximum, one.exclusiveMaximum, -1))
  return { min: widest(lows, Math.min), max: widest(highs, Math.max) }
}

function inclusive(bound: number | undefined, exclusive: number | boolean | undefined, step: 1 | -1) {
  if (typeof exclusive === 'number') return exclusive + step
  if (exclusive === true && bound !== undefined) return bound + step
  // Integer schemas carry the safe-integer bounds, which are not a limit anyone chose.
  return bound !== undefined && Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound
}

function widest(bounds: (number | undefined)[], choose: (...values: number[]) => number) {
  const known = bounds.filter((bound) => bound !== undefined)
  return known.length === bounds.length && known.length > 0 ? choose(...known) : undefined
}
