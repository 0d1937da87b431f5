import { expect, it } from 'vitest'
import { registeredDomain, toUnicode } from './registered-domain.ts'

it.each([
  ['https://www.shop.com/', 'shop.com'],
  ['https://a.b.c.shop.co.uk:8443/path/', 'shop.co.uk'],
  ['https://SHOP.De./', 'shop.de'],
  // For a site below a hosting provider's domain, the provider's domain is the one that can expire.
  ['https://shop.github.io/', 'github.io'],
  ['https://münchen.de/', 'xn--mnchen-3ya.de'],
  ['https://shop.museum/', 'shop.museum'],
  ['https://co.uk/', null],
  ['http://192.0.2.1/', null],
  ['http://[2001:db8::1]:8080/', null],
  ['http://localhost:3000/', null],
  ['nonsense', null],
])('%s has the registered domain %s', (url, domain) => {
  expect(registeredDomain(url)).toBe(domain)
})

it('is shown in Unicode', () => {
  expect(toUnicode('xn--mnchen-3ya.de')).toBe('münchen.de')
  expect(toUnicode('shop.com')).toBe('shop.com')
})
