import type { z } from 'zod'

/**
 * True only if the schema would return an equal value: nothing to refuse, remove or fill in. False means that the
 * schema itself must parse the value. Most answers fit, and this check takes a tenth of the time of parsing, which
 * copies everything.
 */
export type Fits = (value: unknown) => boolean

/** The part of a schema's definition that is read here; the schema itself handles everything else. */
interface Definition {
  type: string
  format?: string
  checks?: {
    _zod: { def: { check: string; value?: number; inclusive?: boolean; minimum?: number; maximum?: number } }
  }[]
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  innerType?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  values?: unknown[]
  entries?: Record<string, unknown>
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition

export function fitsOf(schema: z.ZodType): Fits {
  const definition = definitionOf(schema)
  const fits = ofType(definition)
  const checks = (definition.checks ?? []).map(limitOf)
  if (!fits || checks.includes(null)) return agreesWithSchema(schema)
  if (checks.length === 0) return fits
  return (value) => fits(value) && checks.every((limit) => limit!(value as never))
}

/** Text and numbers are returned as given; copied values count as changed. */
const agreesWithSchema =
  (schema: z.ZodType): Fits =>
  (value) => {
    const parsed = schema.safeParse(value)
    return parsed.success && parsed.data === value
  }

function ofType(definition: Definition): Fits | null {
  switch (definition.type) {
    case 'string':
      return definition.format === undefined ? (value) => typeof value === 'string' : null
    case 'number':
      if (definition.format === 'safeint') return Number.isSafeInteger
      return definition.format === undefined ? Number.isFinite : null
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'null':
      return (value) => value === null
    case 'unknown':
      return () => true
    case 'literal':
      return oneOf(definition.values!)
    case 'enum':
      return oneOf(Object.values(definition.entries!))
    case 'object':
      return ofObject(definition)
    case 'array':
      return ofArray(fitsOf(definition.element!))
    case 'record':
      return ofRecord(definition)
    case 'union':
      return ofUnion(definition.options!)
    default:
      return ofWrapper(definition)
  }
}

function ofWrapper({ type, innerType }: Definition): Fits | null {
  if (!innerType) return null
  const inner = fitsOf(innerType)
  switch (type) {
    case 'nullable':
      return (value) => value === null || inner(value)
    case 'optional':
      return (value) => value === undefined || inner(value)
    case 'nonoptional':
    case 'default':
      return (value) => value !== undefined && inner(value)
    default:
      return null
  }
}

function limitOf({ _zod: { def } }: NonNullable<Definition['checks']>[number]) {
  const { check, value = Number.NaN, inclusive, minimum = Number.NaN, maximum = Number.NaN } = def
  switch (check) {
    case 'greater_than':
      return (given: number) => (inclusive ? given >= value : given > value)
    case 'less_than':
      return (given: number) => (inclusive ? given <= value : given < value)
    case 'min_length':
      return ({ length }: { length: number }) => length >= minimum
    case 'max_length':
      return ({ length }: { length: number }) => length <= maximum
    default:
      return null
  }
}

function oneOf(possible: unknown[]): Fits {
  const known = new Set(possible)
  return (value) => known.has(value)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function ofObject({ shape = {}, catchall }: Definition): Fits | null {
  if (catchall) return null
  const fields = new Map(
    Object.entries(shape).map(([name, schema]) => [
      name,
      { fits: fitsOf(schema), required: schema._zod.optout === undefined },
    ]),
  )
  const required = [...fields.values()].filter((field) => field.required).length
  return (value) => {
    if (!isPlain(value)) return false
    let present = 0
    for (const name in value) {
      const field = fields.get(name)
      if (!field?.fits(value[name])) return false
      if (field.required) present++
    }
    return present === required
  }
}

function ofArray(element: Fits): Fits {
  return (value) => {
    if (!Array.isArray(value)) return false
    for (const entry of value) if (!element(entry)) return false
    return true
  }
}

function ofRecord({ keyType, valueType }: Definition): Fits | null {
  if (definitionOf(keyType!).type !== 'string') return null
  const [key, entry] = [fitsOf(keyType!), fitsOf(valueType!)]
  return (value) => {
    if (!isPlain(value)) return false
    for (const name in value) if (!key(name) || !entry(value[name])) return false
    return !Object.hasOwn(value, '__proto__')
  }
}

const primitives = new Set(['string', 'number', 'boolean', 'null', 'literal', 'enum'])

/** The first branch that accepts decides. An object could be accepted by losing fields, so later branches must not accept then. */
function ofUnion(options: z.ZodType[]): Fits {
  const fits = options.map(fitsOf)
  const first = options.findIndex((option) => !primitives.has(definitionOf(option).type))
  return (value) =>
    typeof value === 'object' && value !== null && first >= 0 ? fits[first]!(value) : fits.some((each) => each(value))
}
