import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const [first, second] = ['the first master key, long enough', 'the second master key, long enough']
const secrets = createSecrets([first])

test('opens what was sealed, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(secrets.open(secrets.seal(text, 'sites.key'), 'sites.key')).toBe(text)
    }),
  )
})

test('seals the same text differently each time, and unreadably', () => {
  const [one, two] = [secrets.seal('hello', 'sites.key'), secrets.seal('hello', 'sites.key')]
  expect(one).not.toBe(two)
  expect(Buffer.from(one.split('.')[2]!, 'base64url').includes('hello')).toBe(false)
  expect(one).not.toContain(first)
})

describe('a secret does not open', () => {
  const sealed = secrets.seal('hello', 'sites.key')

  test('if a single bit was changed', () => {
    const [version, id, body] = sealed.split('.')
    const bytes = Buffer.from(body!, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      const text = `${version}.${id}.${changed.toString('base64url')}`
      expect(() => secrets.open(text, 'sites.key')).toThrow(/altered/)
    }
  })

  test('if it was truncated', () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(() => secrets.open(sealed.slice(0, length), 'sites.key')).toThrow(/sites\.key/)
    }
  })

  test('for another column than the one it was sealed for', () => {
    expect(() => secrets.open(sealed, 'sites.http_pass')).toThrow(/sealed for another column/)
  })

  test('without its key', () => {
    expect(() => createSecrets([second]).open(sealed, 'sites.key')).toThrow(
      new RegExp(`master key ${secrets.keyIds()[0]} .* is missing`),
    )
  })

  test('if it is not a sealed secret', () => {
    for (const text of ['', 'hello', 'v1', 'v1..', 'v0.12345678.AAAA', 'v1.12345678']) {
      expect(() => secrets.open(text, 'sites.key')).toThrow(/sites\.key/)
    }
  })
})

describe('rotation', () => {
  test('opens old secrets and seals new ones under the newest key', () => {
    const rotated = createSecrets([second, first])
    const old = secrets.seal('hello', 'sites.key')
    expect(rotated.open(old, 'sites.key')).toBe('hello')
    expect(rotated.isOutdated(old)).toBe(true)
    const fresh = rotated.seal('hello', 'sites.key')
    expect(rotated.isOutdated(fresh)).toBe(false)
    expect(createSecrets([second]).open(fresh, 'sites.key')).toBe('hello')
  })

  test('a running process opens what another sealed under a newer key', () => {
    let keys = [first]
    const running = createSecrets({ read: () => keys })
    keys = [second, first]
    const fresh = createSecrets([second]).seal('hello', 'sites.key')
    expect(running.open(fresh, 'sites.key')).toBe('hello')
  })

  test('and seals under it from then on', () => {
    let keys = [first]
    const running = createSecrets({ read: () => keys })
    keys = [second, first]
    expect(createSecrets([second]).open(running.seal('hello', 'sites.key'), 'sites.key')).toBe('hello')
  })
})

test('requires a key', () => {
  expect(() => createSecrets([])).toThrow(/A master key is needed/)
})
