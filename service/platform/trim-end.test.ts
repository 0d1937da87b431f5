import { expect, it } from 'vitest'
import { trimEndOf } from './trim-end.ts'

it.each([
  ['https://a.example///', '/', 'https://a.example'],
  ['https://a.example', '/', 'https://a.example'],
  ['/a/', '/', '/a'],
  ['000', '0', ''],
  ['', '0', ''],
])('%j without trailing %j is %j', (text, character, trimmed) => {
  expect(trimEndOf(text, character)).toBe(trimmed)
})
