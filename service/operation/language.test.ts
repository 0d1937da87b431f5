import { expect, it } from 'vitest'
import { acceptedLanguage } from './language.ts'

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, de;q=0.5, en;q=0.7', 'en'],
  ['de;q=0, *', 'en'],
  ['DE-ch', 'de'],
  [',;q=,de;q=x', 'en'],
  ['fr', 'en'],
])('reads %s as %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
