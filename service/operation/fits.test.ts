import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { fitsOf } from './fits.ts'
import { paged } from './shapes.ts'

const site = z.object({
  id: z.int(),
  name: z.string().min(1).max(20),
  status: z.enum(['connected', 'suspended']),
  score: z.number().min(0).max(100).nullable(),
  note: z.string().optional(),
  facts: z.record(z.string(), z.union([z.boolean(), z.object({ a: z.literal(1) }), z.null()])),
})
const fits = fitsOf(paged(site))
const page = (items: unknown[]) => ({ items, page: 1, per_page: 20, total: items.length })
const good = { id: 1, name: 'Bakery', status: 'connected', score: null, facts: { open: true, more: { a: 1 } } }

it('accepts values that match the schema exactly', () => {
  expect(fits(page([]))).toBe(true)
  expect(fits(page([good, { ...good, note: 'new', score: 100 }]))).toBe(true)
})

it.each([
  ['a field is missing', { ...good, id: undefined }],
  ['a field is of another type', { ...good, id: '1' }],
  ['a number is not whole', { ...good, id: 1.5 }],
  ['a number is beyond its bounds', { ...good, score: 101 }],
  ['a number is none', { ...good, score: Number.NaN }],
  ['a text is too short', { ...good, name: '' }],
  ['a text is too long', { ...good, name: 'x'.repeat(21) }],
  ['a word is not among the possible ones', { ...good, status: 'gone' }],
  ['there is a field too many, which must not go out', { ...good, secret: 'x' }],
  ['there is a field too many deep inside', { ...good, facts: { more: { a: 1, secret: 'x' } } }],
  ['an object is not a plain one', Object.assign(Object.create({ id: 1 }), good)],
  ['a list stands where an object should', [good]],
])('refuses when %s', (_, row) => {
  expect(fits(page([good, row]))).toBe(false)
})

it('refuses values from which an earlier branch would remove a field', () => {
  const either = fitsOf(z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]))
  expect(either({ a: 'x' })).toBe(true)
  expect(either({ a: 'x', b: 'y' })).toBe(false)
})

it('refuses schemas that it does not know', () => {
  const email = fitsOf(z.email())
  expect(email('a@example.com')).toBe(true)
  expect(email('nobody')).toBe(false)
  expect(fitsOf(z.string().transform((text) => text.trim()))(' x ')).toBe(false)
  expect(fitsOf(z.string().default('x'))(undefined)).toBe(false)
})

it('accepts only values that the schema returns unchanged', () => {
  const field = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.boolean(),
    fc.constantFrom(null, undefined, 'connected'),
  )
  const row = fc.record(
    {
      id: field,
      name: field,
      status: fc.constantFrom('connected', 'suspended', 'gone'),
      score: field,
      note: field,
      facts: fc.dictionary(fc.string(), field),
      more: field,
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  fc.assert(
    fc.property(row, (value) => {
      const parsed = site.safeParse(value)
      if (fitsOf(site)(value)) expect(parsed.data).toEqual(value)
      // The reverse: values that the schema leaves unchanged are accepted here.
      else if (parsed.success) expect(Object.keys(value)).not.toEqual(Object.keys(parsed.data))
    }),
    { numRuns: 2_000 },
  )
})
