import { isDeepStrictEqual } from 'node:util'
import {
  allowsNull,
  boundsOf,
  type JsonSchema,
  type Resolve,
  resolverOf,
  typesOf,
  valuesOf,
  variantsOf,
} from './json-schema.ts'
import type { AbilityRow, InputRow } from './rows.ts'

/** decisions.md: every changing operation accepts these fields. */
const wordsOfEveryChange = ['dry_run', 'confirm', 'user_confirmed']

/** What the published input schema of an ability promises differently from its row; empty when they agree. */
export function compareInput(row: AbilityRow, published: JsonSchema): string[] {
  const resolve = resolverOf(published)
  const variants = variantsOf(published, resolve)
  const properties: Record<string, JsonSchema> = Object.assign({}, ...variants.map((variant) => variant.properties))
  const requiredOf = variants.map((variant) => variant.required ?? [])
  const differences: string[] = []

  for (const input of row.input) {
    const property = properties[input.name]
    if (!property) differences.push(`${input.name} is missing`)
    else differences.push(...compareValue(input, property, resolve))
    differences.push(...compareRequired(input, aliasesOf(row, input.name), requiredOf))
  }
  for (const [alias, name] of Object.entries(row.aliases)) {
    const property = properties[alias]
    if (!property) differences.push(`${alias}, another spelling of ${name}, is missing`)
    // Clients fill in published defaults, so a default here would contradict the value given under the other name.
    else if (resolve(property).default !== undefined) differences.push(`${alias} must not carry a default`)
  }
  const expected = new Set([...row.input.map((input) => input.name), ...Object.keys(row.aliases)])
  for (const name of new Set(requiredOf.flat())) {
    if (!expected.has(name)) differences.push(`${name} is required, the contract does not know it`)
  }
  if (!row.readonly) {
    const closed = variants.some((variant) => variant.additionalProperties === false)
    for (const word of wordsOfEveryChange) {
      if (closed && !properties[word]) differences.push(`${word} is not accepted, every changing operation accepts it`)
    }
  }
  return differences.map((difference) => `${row.ability}: input ${difference}`)
}

function aliasesOf(row: AbilityRow, name: string): string[] {
  return Object.keys(row.aliases).filter((alias) => row.aliases[alias] === name)
}

function compareRequired(input: InputRow, aliases: string[], requiredOf: string[][]): string[] {
  const always = requiredOf.length > 0 && requiredOf.every((required) => required.includes(input.name))
  if (input.mustBe !== undefined) {
    // A missing confirm is answered with svc_confirmation_required, and a dry run needs none.
    return always ? [`${input.name} must not be required by the schema: the operation asks for it`] : []
  }
  if (!input.required) {
    const somewhere = requiredOf.some((required) => required.includes(input.name))
    return somewhere ? [`${input.name} is required, the contract has it optional`] : []
  }
  if (always && aliases.length > 0) return [`${input.name} is required, so ${aliases.join(', ')} cannot stand for it`]
  const names = [input.name, ...aliases]
  const demanded =
    requiredOf.length > 0 && requiredOf.every((required) => names.some((name) => required.includes(name)))
  return demanded ? [] : [`${input.name} is optional, the contract requires it`]
}

function compareValue(input: InputRow, property: JsonSchema, resolve: Resolve): string[] {
  const differences = compareTypes(input.name, input.type, property, resolve)
  const list = variantsOf(property, resolve).find((variant) => variant.type === 'array')
  const element = list?.items
  if (input.items && element) {
    differences.push(...compareTypes(`each element of ${input.name}`, input.items, element, resolve))
  }
  if (input.minItems !== undefined && list?.minItems !== input.minItems) {
    differences.push(
      `${input.name} takes at least ${list?.minItems ?? 0} elements, the contract says ${input.minItems}`,
    )
  }
  if (input.enum) differences.push(...compareEnum(input, input.type === 'array' ? element : property, resolve))
  const published = resolve(property).default
  if (!isDeepStrictEqual(published, input.default) && input.mustBe === undefined) {
    differences.push(`${input.name} has ${defaultText(published)}, the contract has ${defaultText(input.default)}`)
  }
  const bounds = boundsOf(property, resolve)
  for (const side of ['min', 'max'] as const) {
    if (input[side] !== undefined && bounds[side] !== input[side]) {
      differences.push(`${input.name} has ${side} ${bounds[side] ?? 'none'}, the contract says ${input[side]}`)
    }
  }
  if (input.nullable && !allowsNull(property, resolve)) differences.push(`${input.name} does not take null`)
  return differences
}

function compareTypes(what: string, wanted: InputRow['type'], schema: JsonSchema, resolve: Resolve): string[] {
  const found = typesOf(schema, resolve).join(' or ') || 'of no stated type'
  const expected = wanted.split('-or-').sort().join(' or ')
  return found === expected ? [] : [`${what} is ${found}, the contract says ${expected}`]
}

function compareEnum(input: InputRow, schema: JsonSchema | undefined, resolve: Resolve): string[] {
  const found = schema && valuesOf(schema, resolve)
  const wanted = [...(input.enum ?? []), ...(input.alsoEnum ?? [])]
  if (!found) return [`${input.name} takes any value, the contract allows ${wanted.join(', ')}`]
  const missing = wanted.filter((value) => !found.includes(value))
  const surplus = found.filter((value) => !wanted.includes(String(value)))
  return [
    ...missing.map((value) => `${input.name} does not take "${value}"`),
    ...surplus.map((value) => `${input.name} takes "${value}", which the contract does not list`),
  ]
}

function defaultText(value: unknown): string {
  return value === undefined ? 'no default' : `default ${JSON.stringify(value)}`
}
