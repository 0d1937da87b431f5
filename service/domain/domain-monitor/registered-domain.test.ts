import { expect, it } from 'vitest'
import { asWritten, registeredDomain } from './registered-domain.ts'

it.each([
  ['https://www.shop.com/', 'shop.com'],
  ['https://a.b.c.shop.co.uk:8443/path/', 'shop.co.uk'],
  ['https://SHOP.De./', 'shop.de'],
  // Nobody registers names below a provider: the provider's is the one that can expire.
  ['https://shop.github.io/', 'github.io'],
  ['https://münchen.de/', 'xn--mnchen-3ya.de'],
  ['https://shop.museum/', 'shop.museum'],
  ['https://co.uk/', null],
  ['http://192.0.2.1/', null],
  ['http://[2001:db8::1]:8080/', null],
  ['http://localhost:3000/', null],
  ['nonsense', null],
])('%s belongs to %s', (url, domain) => {
  expect(registeredDomain(url)).toBe(domain)
})

it('is shown as people write it', () => {
  expect(asWritten('xn--mnchen-3ya.de')).toBe('münchen.de')
  expect(asWritten('shop.com')).toBe('shop.com')
})
