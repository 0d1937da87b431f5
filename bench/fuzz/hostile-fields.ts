import type { JsonSchema } from '../../service/operation/json-schema.ts'
import { exampleValue } from '../../service/surfaces/openapi/page/example-value.ts'
import type { Random } from '../../simulator/random.ts'
import { copiesOf, type HostileValue, hostileValue } from './hostile-values.ts'

export interface HostileField extends HostileValue {
  /** Where in the input it is, such as `rows[].email`. */
  path: string
}

/** A wrong value for a field of this type: wrong at the top, in an entry of a list, or in a field of an object. */
export function hostileField(random: Random, schema: JsonSchema, path: string, size: number): HostileField {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return hostileField(random, random.pick(branches), path, size)
  const { properties = {}, items, additionalProperties } = schema
  const names = Object.keys(properties)
  if (names.length > 0 && random.chance(0.8)) {
    const name = random.pick(names)
    const inner = hostileField(random, properties[name]!, `${path}.${name}`, size)
    return { ...inner, value: { ...(exampleValue(schema) as object), [name]: inner.value } }
  }
  if (items && random.chance(0.8)) {
    const inner = hostileField(random, items, `${path}[]`, size)
    return { ...inner, value: copiesOf(inner.value, random.chance(0.2) ? 300 : 1) }
  }
  if (typeof additionalProperties === 'object' && random.chance(0.5)) {
    const inner = hostileField(random, additionalProperties, `${path}.*`, size)
    return { ...inner, value: { a: inner.value } }
  }
  return { path, ...hostileLeaf(random, schema, path, size) }
}

function hostileLeaf(random: Random, schema: JsonSchema, path: string, size: number): HostileValue {
  if (/csv$/.test(path) && random.chance(0.7)) return hostileTable(random, size)
  if (/feed$/.test(path) && random.chance(0.7)) return hostileFeed(random, size)
  if (schema.type !== 'string' && random.chance(0.2)) return jsonInText(random, size)
  return hostileValue(random, size, [schema.type].flat().includes('string'))
}

/** A text where a list or an object is expected is read as JSON. */
function jsonInText(random: Random, size: number): HostileValue {
  const texts = [
    '{',
    '[',
    '{"a"',
    '[1,',
    '{"__proto__":{"a":1}}',
    '{"a":"\\u0000"}',
    '"{"',
    '"["',
    '{"a":1,"a":2}',
    '[null]',
  ]
  const long = [
    '{"a":'.repeat(size / 5),
    '['.repeat(size),
    `[${'1,'.repeat(size / 2)}1]`,
    '['.repeat(size / 2) + ']'.repeat(size / 2),
  ]
  return { kind: 'JSON in text', value: random.pick(random.chance(0.7) ? texts : long) }
}

/** Tables: very wide, very long, unbalanced quotes. */
function hostileTable(random: Random, size: number): HostileValue {
  const header = random.pick(['name', 'url,admin', 'username,email', 'name,price', 'id,name'])
  const many = (cell: (index: number) => string, each: number) =>
    Array.from({ length: Math.ceil(size / each) }, (_, index) => cell(index)).join(',')
  const shapes: Record<string, () => string> = {
    'many columns': () => `${header},${many((index) => `field: ${index}`, 12)}\n${many(() => 'a', 12)}`,
    'the same column often': () => `${many(() => 'name', 5)}\n${many(() => 'a', 5)}`,
    'unknown columns': () => `${many((index) => `x${index}`, 7)}\n1`,
    'many rows': () => `${header}\n${'a,b\n'.repeat(size / 4)}`,
    'open quote': () => `${header}\n"${'a""'.repeat(size / 3)}`,
    'many quotes': () => `${header}\n${'"a",'.repeat(size / 4)}`,
    'many lists': () => `name,selected_sites\na,${'1;'.repeat(size / 2)}`,
    'empty lines': () => `${header}${'\r\n'.repeat(size / 2)}a`,
  }
  const kind = random.pick(Object.keys(shapes))
  return { kind: `table with ${kind}`, value: shapes[kind]!() }
}

function hostileFeed(random: Random, size: number): HostileValue {
  const entry = {
    title: 'A'.repeat(random.pick([5, 5_000])),
    type: 'core',
    affected_versions: [{ to: `1${'.1'.repeat(15)}` }],
  }
  const shapes: Record<string, () => unknown> = {
    'many entries': () => Array.from({ length: size / 80 }, (_, id) => ({ ...entry, id })),
    'one entry with many ranges': () => [
      { ...entry, affected_versions: Array(Math.ceil(size / 10)).fill({ to: '1' }) },
    ],
    'long texts': () => [{ ...entry, title: ' \u200b'.repeat(size / 2), id: '\0'.repeat(size / 8) }],
    'many pieces': () => [{ title: 'A', software: Array(Math.ceil(size / 60)).fill(entry) }],
  }
  const kind = random.pick(Object.keys(shapes))
  return { kind: `feed with ${kind}`, value: JSON.stringify(shapes[kind]!()) }
}
