import type { JsonSchema } from '../operation/json-schema.ts'

/** A JSON schema as a TypeScript type. Parts without an equivalent become `unknown`, never a type that is too narrow. */
export function typeText(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return literalText(schema.const)
  if (schema.enum) return unionOf(schema.enum.map(literalText))
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return unionOf(branches.map((branch) => typeText(branch, indent)))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeText(part, indent)})`).join(' & ')
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeText({ ...schema, type }, indent)))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return listText(schema, indent)
    case 'object':
      return objectText(schema, indent)
    default:
      return 'unknown'
  }
}

function listText(schema: JsonSchema, indent: string): string {
  const elements = schema.prefixItems
  if (elements) return `[${elements.map((element) => typeText(element, indent)).join(', ')}]`
  const item = typeText(schema.items ?? {}, indent)
  return /^(\w+|\{[\s\S]*\})$/.test(item) ? `${item}[]` : `(${item})[]`
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const comment =
      field.description === undefined ? '' : `${deeper}/** ${field.description.replaceAll('*/', '* /')} */\n`
    return `${comment}${deeper}${fieldNameText(name)}${required.includes(name) ? '' : '?'}: ${typeText(field, deeper)}`
  })
  const further = typeof additionalProperties === 'object' ? typeText(additionalProperties, indent) : 'unknown'
  if (fields.length === 0)
    return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${further}>`
  return `{\n${fields.join('\n')}\n${indent}}`
}

export const fieldNameText = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name))

/** A value as TypeScript source, texts in single quotes. */
export function literalText(value: unknown): string {
  const text = JSON.stringify(value)
  if (typeof value !== 'string') return text
  return `'${text.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function unionOf(types: string[]): string {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}
