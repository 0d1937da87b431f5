import { expect, it } from 'vitest'
import {
  newApiKey,
  newApplicationPassword,
  newOneTimePassword,
  newSessionToken,
  readApplicationPassword,
} from './random-text.ts'

it('creates secrets in the documented form', () => {
  expect(newApiKey()).toMatch(/^flo_[0-9A-Za-z]{43}$/)
  expect(newSessionToken()).toMatch(/^[\w-]{43}$/)
  expect(newApplicationPassword()).toMatch(/^([0-9a-hjkmnp-tv-z]{4} ){5}[0-9a-hjkmnp-tv-z]{4}$/)
  expect(newOneTimePassword()).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){4}[0-9a-hjkmnp-tv-z]{4}$/)
})

it('uses every character of the alphabet about equally often', () => {
  const counts = new Map<string, number>()
  for (let round = 0; round < 2000; round++) {
    for (const character of newApiKey().slice(4)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const expected = (2000 * 43) / 62
  expect(counts.size).toBe(62)
  // A modulo without rejection would put the first eight characters a quarter above the rest.
  for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.15)
})

it('reads an application password with or without spaces, and returns null for other texts', () => {
  expect(readApplicationPassword('ABCD efgh jkmn pqrs tvwx yz01')).toBe('abcdefghjkmnpqrstvwxyz01')
  expect(readApplicationPassword('abcdefghjkmnpqrstvwxyz0')).toBeNull()
  expect(readApplicationPassword('ilou efgh jkmn pqrs tvwx yz01')).toBeNull()
})
