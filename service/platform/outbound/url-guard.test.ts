import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutboundError } from './errors.ts'
import { readTarget } from './url-guard.ts'

function refusal(url: string): string {
  try {
    readTarget(url)
  } catch (error) {
    if (error instanceof OutboundError && !error.mayHaveArrived) return error.code
    throw error
  }
  return 'accepted'
}

describe('addresses as text', () => {
  it.each([
    ['HTTPS://Example.COM', 'https://example.com/'],
    ['https://example.com:443/a?b=1#part', 'https://example.com/a?b=1'],
    ['http://example.com.:80/', 'http://example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://пример.example/', 'https://xn--e1afmkfd.example/'],
    ['http://192.0.2.7:8080/x', 'http://192.0.2.7:8080/x'],
    ['http://[2001:DB8:0::1]:8443/', 'http://[2001:db8::1]:8443/'],
  ])('%s becomes %s', (given, url) => expect(readTarget(given).url).toBe(url))

  it('parses an address', () => {
    expect(readTarget('https://[2001:db8::1]:8443/path?q=1')).toEqual({
      url: 'https://[2001:db8::1]:8443/path?q=1',
      origin: 'https://[2001:db8::1]:8443',
      secure: true,
      hostname: '2001:db8::1',
      literal: true,
      port: 8443,
      path: '/path?q=1',
    })
    expect(readTarget('http://site.example')).toMatchObject({ secure: false, literal: false, port: 80, path: '/' })
  })

  it.each([
    ['another scheme', 'ftp://example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['script', 'javascript:alert(1)'],
    ['gopher', 'gopher://example.com:70/_x'],
    ['data', 'data:text/plain,x'],
    ['no host', 'http:///path'],
    ['no scheme', 'example.com'],
    ['a missing slash', 'http:/example.com/'],
    ['backslashes', 'http:\\\\example.com\\'],
    ['a backslash before an at', 'http://example.com\\@evil.example/'],
    ['a user name', 'http://admin@example.com/'],
    ['a user name and password', 'http://admin:secret@example.com/'],
    ['an empty user name', 'http://@example.com/'],
    ['leading space', ' http://example.com/'],
    ['a tab inside', 'http://exa\tmple.com/'],
    ['a line break', 'http://example.com/\r\nHost: evil'],
    ['NUL', 'http://example.com/\0'],
    ['an encoded host', 'http://%65xample.com/'],
    ['an empty label', 'http://a..example.com/'],
    ['odd characters', 'http://exa$mple.com/'],
    ['a label that is too long', `http://${'a'.repeat(64)}.example/`],
    ['an address that is too long', `http://example.com/${'a'.repeat(5000)}`],
    ['a decimal number', 'http://2130706433/'],
    ['an octal part', 'http://0177.0.0.1/'],
    ['a hexadecimal part', 'http://0x7f.0.0.1/'],
    ['a short form', 'http://127.1/'],
    ['a closing dot after an IP address', 'http://127.0.0.1./'],
    ['digits of another script', 'http://１２７.0.0.1/'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['a number that is too large', 'http://4294967296/'],
    ['an IPv6 zone', 'http://[fe80::1%25eth0]/'],
    ['Latin with a Cyrillic letter', 'http://pаypal.example/'],
    ['the same in punycode', 'http://xn--pypal-4ve.example/'],
    ['Greek among Latin', 'http://gοogle.example/'],
  ])('refuses %s', (_what, url) => expect(refusal(url)).toBe('url_invalid'))

  it.each([22, 25, 21, 23, 53, 110, 143, 445, 993, 1023, 2375, 3306, 5432, 6379, 6667, 9200, 11211, 27017])(
    'refuses port %i',
    (port) => expect(refusal(`http://example.com:${port}/`)).toBe('port_refused'),
  )

  it.each([80, 443, 2083, 3000, 8080, 8443, 8888, 49_152])('accepts port %i', (port) =>
    expect(readTarget(`http://example.com:${port}/`).port).toBe(port),
  )

  it('accepts a further port if it is allowed', () => {
    expect(readTarget('http://example.com:81/', new Set([81])).port).toBe(81)
    expect(refusal('http://example.com:81/')).toBe('port_refused')
  })

  it('refuses every number that browsers would parse as an IPv4 address', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (number) => {
        const bytes = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff)
        const forms = [
          `${number}`,
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          bytes.map((part) => `0x${part.toString(16)}`).join('.'),
          bytes.map((part) => `0${part.toString(8)}`).join('.'),
          `${bytes[0]}.${((bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) >>> 0}`,
        ]
        for (const form of forms) expect(refusal(`http://${form}/`), form).toBe('url_invalid')
      }),
    )
  })

  it('refuses a text or returns an address that parses to the same again', () => {
    const text = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.string({ unit: 'binary' }).map((rest) => `http://${rest}`),
    )
    fc.assert(
      fc.property(text, (given) => {
        let target: ReturnType<typeof readTarget>
        try {
          target = readTarget(given)
        } catch (error) {
          expect(error).toBeInstanceOf(OutboundError)
          return
        }
        expect(readTarget(target.url)).toEqual(target)
        expect(target.hostname).toMatch(/^[a-z0-9_.:-]+$/)
      }),
      { numRuns: 200 },
    )
  })
})
