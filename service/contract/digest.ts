import { createHash } from 'node:crypto'
import type { Address } from '../operation/address.ts'
import type { JsonSchema } from '../operation/json-schema.ts'
import type { Operation } from '../operation/operation.ts'
import type { Described } from '../surfaces/openapi/build-openapi.ts'
import { byName } from './describe-catalogue.ts'

/**
 * The promise as text, for reviewers: one line per operation and one per field, so that a changed type, limit or list of values is one
 * line of a diff. `<` is a field of the input, `>` one of the output. The last line has the SHA-256 of the documents that are generated
 * from the same operations.
 */
export function digestText({ operations, addresses }: Described, documents: readonly string[]): string {
  const lines = byName(operations).flatMap((operation) => [
    operationLine(
      operation,
      addresses.filter((address) => address.operation === operation),
    ),
    ...fieldLines(`${operation.name} <`, '', operation.inputSchema),
    ...(operation.answers.includes('json') ? fieldLines(`${operation.name} >`, '', operation.outputSchema) : []),
  ])
  return `${[...lines, `sha256 ${hashDocuments(documents)}`].join('\n')}\n`
}

export function hashDocuments(documents: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const document of documents) hash.update(document)
  return hash.digest('hex')
}

function operationLine(operation: Operation, addresses: readonly Address[]): string {
  const { name, effect, permission, requires, ability, answers } = operation
  return [
    `${name} = ${effect} ${permission}`,
    ...(requires ? [`requires ${requires}`] : []),
    ...(ability ? [`ability ${ability}`] : []),
    ...addresses.map((address) =>
      address.kind === 'batch'
        ? `batch ${address.group}.${address.action}`
        : `${address.methods.join('|')} ${address.path}`,
    ),
    `answers ${answers.join('|')}`,
  ].join(', ')
}

/** The fields below a schema, each with its path: `.name` of an object, `[]` of a list, `{}` of a record. */
function fieldLines(start: string, path: string, schema: JsonSchema): string[] {
  const { properties = {}, required = [], items, prefixItems = [], additionalProperties } = schema
  const lines = Object.entries(properties).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const facts = [typeOf(field), ...(required.includes(name) ? ['required'] : [])]
    if (field.default !== undefined) facts.push(`default ${JSON.stringify(field.default)}`)
    return [`${start} ${at} ${facts.join(' ')}`, ...fieldLines(start, at, field)]
  })
  if (items) lines.push(...fieldLines(start, `${path}[]`, items))
  lines.push(...prefixItems.flatMap((item, index) => fieldLines(start, `${path}[${index}]`, item)))
  if (typeof additionalProperties === 'object') lines.push(...fieldLines(start, `${path}{}`, additionalProperties))
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [...lines, ...branches.flatMap((branch) => fieldLines(start, path, branch))]
}

/** A type with everything that limits its values. */
function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join('|')
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return [...new Set(branches.map(typeOf))].join('|')
  if (schema.allOf) return schema.allOf.map(typeOf).join('&')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join('|')
  const { type = 'any', format, pattern, items, prefixItems, propertyNames, additionalProperties } = schema
  switch (type) {
    case 'array': {
      const members = prefixItems ? `[${prefixItems.map(typeOf).join(',')}]` : `${typeOf(items ?? {})}[]`
      return `${members}${range(schema.minItems, schema.maxItems)}`
    }
    case 'object':
      if (typeof additionalProperties !== 'object') return 'object'
      return `record<${typeOf(propertyNames ?? { type: 'string' })},${typeOf(additionalProperties)}>`
    case 'string':
      return `string${range(schema.minLength, schema.maxLength)}${format ? `:${format}` : ''}${pattern ? `/${pattern}/` : ''}`
    default:
      return `${type}${range(limit(schema.minimum), limit(schema.maximum))}`
  }
}

/** Every integer has the limits of JavaScript. */
const limit = (value: number | undefined) =>
  value !== undefined && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value

const range = (from: number | undefined, to: number | undefined) =>
  from === undefined && to === undefined ? '' : `(${from ?? ''}..${to ?? ''})`
