import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { growthOf, linearGrowth } from '../testing/growth.ts'
import type { JsonSchema } from './json-schema.ts'
import { readFields } from './read-fields.ts'
import { findWrongElements } from './wrong-elements.ts'

// The pattern is quadratic on purpose: it must never run on a long text.
const Name = z
  .string()
  .max(200)
  .regex(/^[^,]*[^,\s][^,]*$/, 'must be a name without commas')
const shape = z.strictObject({
  names: z.union([z.array(Name).max(100), z.string().max(0), z.null()]).optional(),
  place: z.strictObject({ town: Name, note: z.string().max(10).nullable() }).optional(),
  words: z.record(z.string().max(20), z.string().max(10)).optional(),
  either: z.union([z.int(), z.string().max(5)]).optional(),
  kind: z.enum(['a', 'b']).optional(),
})
const schema = z.toJSONSchema(shape, { io: 'input' }) as JsonSchema
const read = (given: Record<string, unknown>) => readFields(shape, schema, given)

describe('readFields: oversized input is refused by its size alone', () => {
  it.each([
    ['a text in a list', { names: ['a', 'b'.repeat(201)] }, { 'names[1]': 'must have at most 200 characters' }],
    ['a list', { names: Array(101).fill('a') }, { names: 'must have at most 100 elements' }],
    ['a list in a text', { names: 'a,'.repeat(101) }, { names: 'must have at most 100 elements' }],
    ['a text in an object', { place: { town: 'a', note: 'b'.repeat(11) } }, { 'place.note': /10 characters/ }],
    ['an object in a text', { place: `{"town":"${'a'.repeat(201)}","note":null}` }, { 'place.town': /200 characters/ }],
    ['a text in a record', { words: { a: 'b'.repeat(11) } }, { 'words.a': /10 characters/ }],
    [
      'a name in a record',
      { words: { ['b'.repeat(21)]: 'a' } },
      { [`words.${'b'.repeat(21)}`]: /20 characters in its/ },
    ],
    ['a text among alternatives', { either: 'abcdef' }, { either: /5 characters/ }],
  ])('%s', (_, given, problems) => {
    const expected = Object.entries(problems).map(([field, reason]) => [field, expect.stringMatching(reason)])
    expect(read(given).problems).toEqual(Object.fromEntries(expected))
  })

  it('lists the accepted values for an unknown one', () => {
    expect(read({ kind: 'c'.repeat(1_000) }).problems).toEqual({ kind: 'must be one of: a, b' })
  })

  it.each([
    ['a text', (size: number) => ({ names: [`${'x'.repeat(size)},`] })],
    ['a text in an object', (size: number) => ({ place: { town: `${'x'.repeat(size)},`, note: null } })],
    ['a list', (size: number) => ({ names: Array(size).fill(`${'x'.repeat(199)},`) })],
  ])('takes linear time: %s', (_, given) => {
    expect(growthOf(given, read, 4_000)).toBeLessThan(linearGrowth)
  })
})

describe('readFields: a long list', () => {
  const ids = z.strictObject({
    ids: z
      .array(z.union([z.int().min(1), z.string().min(1)]))
      .max(100_000)
      .default([]),
  })
  const idsSchema = z.toJSONSchema(ids, { io: 'input' }) as JsonSchema
  const readIds = (list: unknown[]) => readFields(ids, idsSchema, { ids: list })

  it.each([
    ['null', null],
    ['zero', 0],
    ['an empty text', ''],
    ['an object', {}],
  ])('reports the first 20 wrong elements and stops: %s', (_, wrong) => {
    let read = 0
    const counted = new Proxy(Array<unknown>(100_000).fill(wrong), {
      get(list, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) read++
        return Reflect.get(list, key)
      },
    })
    const problems = findWrongElements(ids, { ids: counted })
    expect(problems).toHaveLength(20)
    expect(read).toBeLessThan(100)
    expect(Object.keys(readIds(Array(100_000).fill(wrong)).problems!)).toHaveLength(20)
  })

  it('accepts a list with all elements right, also after conversion', () => {
    const list = Array.from({ length: 1_000 }, (_, index) => (index % 2 ? index : `site-${index}.example`))
    expect(readIds(list).data).toEqual({ ids: list })
  })

  it('reports a single wrong element among thousands', () => {
    const list = [...Array(5_000).fill(7), null, 8]
    expect(Object.keys(readIds(list).problems!)).toEqual(['ids[5000]'])
  })
})

describe('readFields: JSON in a text', () => {
  it('is parsed', () => {
    expect(read({ place: '{"town":"Ulm","note":null}' }).data).toEqual({ place: { town: 'Ulm', note: null } })
  })

  it.each(['{', '{"town"', '{{{{', '{"'])('is refused if invalid: %s', (place) => {
    expect(read({ place }).problems).toEqual({ place: 'must be an object' })
  })

  it.each([
    ['a key given twice', '{"town":"a","town":"b"}', '“town” twice'],
    ['__proto__', '{"__proto__":{"town":"a"}}', '__proto__'],
    ['deep nesting', `{"town":${'['.repeat(50)}${']'.repeat(50)}}`, '40 levels'],
    ['a number with too many digits', '{"town":1.00000000000000000001}', 'digits'],
    ['NUL', '{"town":"a\\u0000b","note":null}', 'not text'],
    ['half a character', '{"town":"a\\ud800b","note":null}', 'not text'],
  ])('is refused as in a body: %s', (_, place, reason) => {
    expect(read({ place }).problems).toEqual({ place: expect.stringContaining(reason) })
  })
})
