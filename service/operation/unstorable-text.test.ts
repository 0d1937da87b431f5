import { expect, it } from 'vitest'
import { refuseUnstorable } from './unstorable-text.ts'

it.each([
  [{ search: 'a\0b' }, ['search']],
  [{ search: '\ud800' }, ['search']],
  [{ deep: { list: ['fine', { key: '\0' }] } }, ['deep']],
  [{ map: { 'a\0': 1 } }, ['map']],
  [{ good: 'naïve 😀', number: 1, nothing: null }, []],
])('%j', (given, refused) => {
  const problems: Record<string, string> = {}
  refuseUnstorable(given, problems)
  expect(Object.keys(problems)).toEqual(refused)
})
