import { describe, expect, it } from 'vitest'
import { present } from './present.ts'

describe('present', () => {
  it('returns the value, also an empty one', () => {
    expect([present(0, 'a number'), present('', 'a text'), present(false, 'a flag')]).toEqual([0, '', false])
  })

  it.each([null, undefined])('throws an error that names the value: %s', (value) => {
    expect(() => present(value, 'the client')).toThrow('Missing: the client.')
  })
})
