import type { JsonSchema } from '../../../operation/json-schema.ts'

const byName: [RegExp, string][] = [
  [/(^|_)id$/, '1'],
  [/email/, 'ada@example.com'],
  [/domain/, 'shop.example'],
  [/url|link/, 'https://shop.example'],
  [/pass|secret|token/, 'correct horse battery'],
  [/slug/, 'hello-dolly'],
  [/color/, '#3498db'],
  [/login|user/, 'ada'],
  [/name|title|label/, 'Harbour'],
]

/** A value that the schema accepts and that reads well. */
export function exampleValue(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  const branches = schema.anyOf ?? schema.oneOf
  if (branches?.[0]) return exampleValue(branches[0], name)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), 1)
    case 'array':
      return [exampleValue(schema.items ?? {}, name)]
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((field) => [field, exampleValue(schema.properties?.[field] ?? {}, field)]),
      )
    default:
      return exampleText(schema, name)
  }
}

const byFormat: Record<string, string> = {
  email: 'ada@example.com',
  uri: 'https://shop.example',
  date: '2026-11-15',
  'date-time': '2026-11-15T09:00:00Z',
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
}

function exampleText({ format = '', minLength = 0, maxLength = 1_000 }: JsonSchema, name: string): string {
  const known = byFormat[format] ?? byName.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'
  return known.padEnd(Number(minLength), '0').slice(0, Number(maxLength))
}
