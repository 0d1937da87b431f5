import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../testing/growth.ts'
import { readJson } from './read-json.ts'

const object = (keys: number) => `{${Array.from({ length: keys }, (_, index) => `"f${index}":1`).join()}}`

describe('readJson', () => {
  it.each([
    ['a list of objects with the same keys', '[{"a":1},{"a":2,"b":{"a":3}}]'],
    ['keys and texts that look alike', '{"a":"a","b":["a","a","b"],"c":"{\\"c\\":1,\\"c\\":2}"}'],
    ['escaped quotes and backslashes', '{"a\\\\":"\\\\\\"","a\\"":"\\\\"}'],
    ['brackets and commas in texts', '{"a":"{[,:\\"","b":"}]"}'],
    ['numbers', '[0,-0,1.5,1e3,-2.50,123456789012345,9007199254740992,1.5E-7]'],
    ['a constructor', '{"constructor":{"a":1},"prototype":1}'],
    ['2,000 keys', object(2_000)],
    ['100,000 elements', `[${'1,'.repeat(99_999)}1]`],
    ['40 levels', `${'['.repeat(40)}${']'.repeat(40)}`],
    ['a text', '"a"'],
    ['blanks', ' { "a" : [ 1 , 2 ] , "b" : null } '],
  ])('reads %s', (_, text) => expect(readJson(text)).toEqual(JSON.parse(text)))

  it('reads text after a byte order mark', () => expect(readJson('\ufeff{"a":1}')).toEqual({ a: 1 }))

  it.each([
    ['a key given twice', '{"a":1,"b":2,"a":3}', '“a” twice'],
    ['a key given twice, inside', '{"x":[{"a":1,"b":{},"a":3}]}', '“a” twice'],
    ['a key given twice, once escaped', '{"ab":1,"\\u0061b":2}', '“ab” twice'],
    ['a key given twice among many', `{${object(30).slice(1, -1)},"f7":1}`, '“f7” twice'],
    ['__proto__', '{"a":{"__proto__":{"x":1}}}', '__proto__'],
    ['__proto__, escaped', '{"\\u005f_proto__":1}', '__proto__'],
    ['a prototype of a constructor', '{"constructor":{"prototype":{}}}', 'constructor'],
    ['41 levels', `${'['.repeat(41)}${']'.repeat(41)}`, '40 levels'],
    ['2,001 keys', object(2_001), '2000 fields'],
    ['more elements than any list takes', `[${'1,'.repeat(130_000)}1]`, '120000 values'],
    ['more fields in many objects than any call needs', `[${`${object(200)},`.repeat(700)}1]`, '120000 values'],
    ['too many digits', '[1.00000000000000000001]', 'digits'],
    ['an exponent that is lost', '{"a":1e-400}', 'digits'],
    ['no JSON', '{"a":1', 'not valid JSON'],
    ['an open text', '{"a', 'not valid JSON'],
    ['an open escape', '{"a\\', 'not valid JSON'],
    ['closing brackets', ']]}}', 'not valid JSON'],
    ['nothing', '', 'not valid JSON'],
  ])('refuses %s', (_, text, reason) => expect(() => readJson(text)).toThrow(reason))

  it('agrees with JSON.parse', () => {
    const lossless = fc.json().filter((text) => !text.includes('__proto__'))
    fc.assert(fc.property(lossless, (text) => isDeepStrictEqual(readJson(text), JSON.parse(text))))
  })

  it('reads or refuses any text', () => {
    const noise = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', 'e', '-', 'a', ' ') })
    fc.assert(
      fc.property(noise, (text) => {
        try {
          readJson(text)
        } catch (error) {
          expect(error).toHaveProperty('isSyntax')
        }
      }),
    )
  })

  it.each([
    ['a long number', (size: number) => `[1${'0'.repeat(size)}1]`],
    ['many long numbers', (size: number) => `[${'0.123456789012345,'.repeat(size / 16)}0]`],
    ['many small objects', (size: number) => `[${'{"a":1},'.repeat(size / 8)}{}]`],
    ['many keys', (size: number) => `[${`${object(2_000)},`.repeat(size / 16_000)}1]`],
    ['an open text of backslashes', (size: number) => `"${'\\'.repeat(size)}`],
    ['escaped quotes', (size: number) => `"${'\\"'.repeat(size / 2)}"`],
    ['brackets that close nothing', (size: number) => ']}'.repeat(size / 2)],
    ['deep nesting', (size: number) => '['.repeat(size)],
  ])('takes linear time: %s', (_, text) => {
    const attempt = (json: string) => {
      try {
        readJson(json)
      } catch {}
    }
    expect(growthOf(text, attempt, 64_000)).toBeLessThan(linearGrowth)
  })
})
