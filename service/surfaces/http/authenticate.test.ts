import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../../testing/growth.ts'
import { readCredentials } from './authenticate.ts'

const read = (authorization: string) => readCredentials({ headers: { authorization } } as FastifyRequest)
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const long = 'ä'.repeat(1_000)

describe('the Authorization header', () => {
  it.each([
    ['a key', 'Bearer abc', { scheme: 'bearer', token: 'abc' }],
    ['a key between spaces', 'bearer   abc  ', { scheme: 'bearer', token: 'abc' }],
    ['a password with a colon', basic('anna:a b:c'), { scheme: 'basic', user: 'anna', password: 'a b:c' }],
    ['a long password', basic(`anna:${long}`), { scheme: 'basic', user: 'anna', password: long }],
  ])('is accepted with %s', (_, header, credentials) => expect(read(header)).toEqual(credentials))

  it.each([
    ['nothing', ''],
    ['a scheme only', 'Bearer'],
    ['spaces only', 'Bearer   '],
    ['no scheme', 'abc'],
    ['another scheme', 'Digest abc'],
    ['no colon', 'Basic abc'],
    ['no name', basic(':secret')],
    ['a key of 5,000 letters', `Bearer ${'a'.repeat(5_000)}`],
  ])('is refused with %s', (_, header) => expect(() => read(header)).toThrow('not understood'))

  it('is parsed in linear time', () => {
    const spaces = (size: number) => `Bearer${' '.repeat(size)}\xa0`
    const attempt = (header: string) => {
      try {
        read(header)
      } catch {}
    }
    expect(growthOf(spaces, attempt, 2_000)).toBeLessThan(linearGrowth)
  })
})
