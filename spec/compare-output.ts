import { type JsonSchema, type Resolve, resolverOf, typesOf, variantsOf } from './json-schema.ts'
import type { AbilityRow, Field } from './rows.ts'

/** What the published output schema lacks of an ability's answer, immediate and queued; empty when they agree. */
export function compareOutput(row: AbilityRow, published: JsonSchema): string[] {
  const differences = compareShape(row, 'answer', row.response, published)
  if (row.queuedResponse) differences.push(...compareShape(row, 'queued answer', row.queuedResponse, published))
  const variants = variantsOf(published, resolverOf(published))
  for (const name of row.decisionsResponse ?? []) {
    if (!variants.some((variant) => variant.properties?.[name])) {
      differences.push(`${row.ability}: answer lacks ${name} (a decision)`)
    }
  }
  return differences
}

/** The same for what a dry run answers; takes the output schema, or the plan's own where it is published apart. */
export function compareDryRun(row: AbilityRow, published: JsonSchema): string[] {
  return row.dryRunResponse ? compareShape(row, 'dry-run answer', row.dryRunResponse, published) : []
}

/** An answer may be a union; one of its variants has to carry the whole shape, and we report on the one that comes closest. */
function compareShape(row: AbilityRow, what: string, shape: Field[], published: JsonSchema): string[] {
  const resolve = resolverOf(published)
  const attempts = variantsOf(published, resolve).map((variant) => compareFields(row, shape, variant, resolve))
  attempts.sort((one, other) => one.length - other.length)
  const closest = attempts[0] ?? ['is not an object']
  return closest.map((difference) => `${row.ability}: ${what} ${difference}`)
}

function compareFields(row: AbilityRow, shape: Field[], variant: JsonSchema, resolve: Resolve): string[] {
  return shape.flatMap((field) => {
    if (typeof field === 'string') return compareField(row, field, field, variant, resolve)
    return Object.entries(field).flatMap(([name, nested]) => {
      const differences = compareField(row, name, name, variant, resolve)
      const property = variant.properties?.[name]
      if (!property || differences.length > 0) return differences
      const inner = row.responseTypes[name] === 'array' ? elementOf(property, resolve) : property
      return compareNested(row, name, nested, inner, resolve)
    })
  })
}

function compareNested(row: AbilityRow, parent: string, names: string[], schema: JsonSchema, resolve: Resolve) {
  const attempts = variantsOf(schema, resolve).map((variant) =>
    names.flatMap((name) => compareField(row, name, `${parent}.${name}`, variant, resolve)),
  )
  attempts.sort((one, other) => one.length - other.length)
  return attempts[0] ?? [`${parent} says nothing about its fields`]
}

function compareField(row: AbilityRow, name: string, path: string, variant: JsonSchema, resolve: Resolve): string[] {
  const property = variant.properties?.[name]
  if (!property) return [`lacks ${path}`]
  const differences: string[] = []
  if (!variant.required?.includes(name) && !row.optionalResponse?.includes(path)) {
    differences.push(`may come without ${path}`)
  }
  const wanted = row.responseTypes[path]
  const found = typesOf(property, resolve)
  const fits = found.length > 0 && found.every((type) => type === wanted || (wanted === 'number' && type === 'integer'))
  if (!fits) differences.push(`has ${path} as ${found.join(' or ') || 'anything'}, the contract says ${wanted}`)
  return differences
}

function elementOf(schema: JsonSchema, resolve: Resolve): JsonSchema {
  return variantsOf(schema, resolve).find((variant) => variant.items)?.items ?? {}
}
