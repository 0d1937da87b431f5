import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedSpelling, isSameServer, readSiteAddress } from './site-url.ts'

describe('two addresses of the same site', () => {
  it.each([
    ['https://one.example/', 'http://one.example'],
    ['https://one.example/', 'https://www.one.example/'],
    ['https://one.example/', 'one.example'],
    ['https://one.example/', 'HTTPS://ONE.EXAMPLE:443//'],
    ['https://one.example/blog/', 'one.example/blog'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['http://127.0.0.5:8080/', '127.0.0.5:8080'],
  ])('%s and %s', (one, other) => {
    expect(readSiteAddress(one).identity).toBe(readSiteAddress(other).identity)
  })
})

describe('two addresses of different sites', () => {
  it.each([
    ['https://one.example/', 'https://two.example/'],
    ['https://one.example/', 'https://shop.one.example/'],
    ['https://one.example/', 'https://one.example:8443/'],
    ['https://one.example/Blog', 'https://one.example/blog'],
    ['https://one.example/', 'https://one.example/blog'],
  ])('%s and %s', (one, other) => {
    expect(readSiteAddress(one).identity).not.toBe(readSiteAddress(other).identity)
  })
})

it('keeps the scheme, lower-cases the host and adds a trailing slash', () => {
  expect(readSiteAddress('http://WWW.One.Example/Shop').url).toBe('http://www.one.example/Shop/')
})

it.each([
  '',
  ' ',
  'ftp://one.example',
  'https://user:secret@one.example',
  'https://one.example/?x=1',
  'https://',
  'javascript://x',
  'htp:/broken address',
  'http:/one.example',
  'https:one.example',
  'https://one.example/a page',
  'Corner Bakery',
  'Bakery',
  'one.example, two.example',
])('refuses %j with the reason', (text) => {
  expect(() => readSiteAddress(text)).toThrow(/not the address of a site/)
})

it('returns the same identity when it reads its own result', () => {
  fc.assert(
    fc.property(fc.webUrl(), (text) => {
      const { url, identity } = readSiteAddress(text)
      expect(readSiteAddress(url).identity).toBe(identity)
      expect(readSiteAddress(identity).identity).toBe(identity)
    }),
  )
})

describe('secrets of an address', () => {
  const may = (before: string, after: string) => isSameServer(readSiteAddress(before).url, readSiteAddress(after).url)

  it.each([
    ['https://one.example/', 'https://ONE.example:443'],
    ['http://one.example/', 'https://one.example/'],
    ['http://one.example:80/', 'https://one.example:443/'],
    ['http://one.example/blog', 'https://one.example/blog/'],
    ['https://one.example./', 'https://one.example/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://127.0.0.5:8080/', 'http://127.0.0.5:8080/'],
  ])('of %s may be used at %s', (before, after) => expect(may(before, after)).toBe(true))

  it.each([
    ['https://one.example/', 'http://one.example/'],
    ['https://one.example/', 'https://two.example/'],
    ['https://one.example/', 'https://one.example.evil.example/'],
    ['https://one.example/', 'https://www.one.example/'],
    ['https://www.one.example/', 'https://one.example/'],
    ['https://one.example/', 'https://one.example:8443/'],
    ['http://one.example:8080/', 'https://one.example:8080/'],
    ['http://one.example:443/', 'https://one.example/'],
    ['http://one.example/', 'http://one.example:443/'],
    ['https://one.example/', 'https://one.example/blog/'],
    ['https://one.example/Blog/', 'https://one.example/blog/'],
    ['https://one.example/a/', 'https://one.example/a%2F/'],
    ['https://bücher.example/', 'https://bucher.example/'],
    ['http://[::1]:8080/', 'http://127.0.0.1:8080/'],
  ])('of %s may not be used at %s', (before, after) => expect(may(before, after)).toBe(false))
})

describe('the address that a site reports for itself', () => {
  const site = readSiteAddress('https://one.example/')

  it('may add www. only at a first connection', () => {
    const www = 'https://www.one.example/'
    expect(acceptedSpelling(site, www, { isFirstConnection: true })).toBe(www)
    expect(acceptedSpelling(site, www)).toBeNull()
  })

  it('may change http to https, never back', () => {
    const plain = readSiteAddress('http://one.example/')
    expect(acceptedSpelling(plain, site.url)).toBe(site.url)
    for (const isFirstConnection of [true, false]) {
      expect(acceptedSpelling(site, plain.url, { isFirstConnection })).toBeNull()
    }
  })

  it.each([
    null,
    'https://one.example',
    'https://two.example/',
    'https://one.example/blog',
    'nonsense://',
    'https://a:b@one.example',
  ])('is ignored when it is %j', (claimed) => expect(acceptedSpelling(site, claimed)).toBeNull())
})
