import { expect, it } from 'vitest'
import { byteLength, fitLines, shortenTo, toOneLine, withoutLinks } from './channel-text.ts'

it('makes one line without control and invisible characters', () => {
  expect(toOneLine(' a\r\nb\u0000c\u202ed\u200be ', 100)).toBe('a b cde')
})

it('cuts no character in half', () => {
  expect(shortenTo('a😀😀', 3)).toBe('a…')
  expect(shortenTo('a😀', 3)).toBe('a😀')
})

it('keeps lines that fit and counts the others', () => {
  expect(fitLines(['a', 'b'], 4)).toEqual(['a', 'b'])
  expect(fitLines(['first', 'x'.repeat(50), 'third'], 40)).toEqual(['first', '… and 2 more'])
  const lines = fitLines(
    Array.from({ length: 1_000 }, () => 'ß'.repeat(9)),
    400,
    byteLength,
  )
  expect(byteLength(lines.join('\n'))).toBeLessThanOrEqual(400)
})

it('leaves text readable while it breaks addresses', () => {
  const text = withoutLinks('See https://evil.example/x, ann@example.com, v1.2 and 3.5 %')
  expect(text.replaceAll('\u2060', '')).toBe('See https://evil.example/x, ann@example.com, v1.2 and 3.5 %')
  expect(text).not.toMatch(/:\/\/|l\.e|@e/)
})
