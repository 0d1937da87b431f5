import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { convert } from './convert.ts'
import type { JsonSchema } from './json-schema.ts'

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
const converted = (schema: z.ZodType, value: unknown) => convert(schemaOf(schema), value)

describe('convert: text to the type in the schema', () => {
  it.each([
    [z.boolean(), 'false', false],
    [z.boolean(), 'true', true],
    [z.boolean(), '0', false],
    [z.boolean(), 1, true],
    [z.int(), '12', 12],
    [z.int(), '-3', -3],
    [z.number(), '2.5', 2.5],
    [z.array(z.int()), '1,2, 3', [1, 2, 3]],
    [z.array(z.int()), '7', [7]],
    [z.array(z.int()), 7, [7]],
    [z.array(z.string()), ['a', 'b'], ['a', 'b']],
    [z.array(z.int()), { 0: '4', 1: '5' }, [4, 5]],
    [z.union([z.int(), z.string()]), '12', 12],
    [z.union([z.int(), z.string()]), 'one.example', 'one.example'],
    [z.int().nullable(), null, null],
    [z.int().nullable(), '9', 9],
    [z.string(), '12', '12'],
  ])('%#: %j', (schema, value, expected) => {
    expect(converted(schema, value)).toEqual(expected)
  })

  it('converts fields of objects, also of objects sent as JSON text', () => {
    const schema = z.object({ a: z.object({ b: z.boolean() }) })
    expect(converted(schema, { a: { b: 'false' } })).toEqual({ a: { b: false } })
    expect(converted(schema, { a: '{"b":"true"}' })).toEqual({ a: { b: true } })
  })
})

describe('convert: values that cannot be converted stay for validation to refuse', () => {
  it.each([
    [z.boolean(), 'yes'],
    [z.int(), 'abc'],
    [z.int(), ''],
    [z.int(), '1e3'],
    [z.int(), '99999999999999999999'],
    [z.number(), '1.00000000000000000001'],
    [z.number(), '123456789012345.1234567891'],
    [z.number(), '1e400'],
    [z.int(), ['1', '2']],
    [z.array(z.int()), { a: 1 }],
    [z.object({}), 'not an object'],
  ])('%#: %j', (schema, value) => {
    expect(converted(schema, value)).toEqual(value)
    expect(schema.safeParse(converted(schema, value)).success).toBe(false)
  })

  it.each(['', ' ', ',', {}])(
    'does not convert empty text or {} to an empty list, which could mean "all": %j',
    (text) => {
      expect(z.array(z.int()).safeParse(converted(z.array(z.int()), text)).success).toBe(false)
    },
  )

  it('does not treat inherited names as known fields', () => {
    expect(Object.keys(converted(z.object({ a: z.int() }), JSON.parse('{"constructor": "1"}')) as object)).toEqual([
      'constructor',
    ])
  })
})
