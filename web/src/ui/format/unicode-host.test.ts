import { domainToASCII, domainToUnicode } from 'node:url'
import { expect, it } from 'vitest'
import { hostOf } from './host-of.ts'
import { unicodeHost } from './unicode-host.ts'

const domains = [
  'münchen.example',
  'bücher.straße.example',
  '日本語.example',
  'пример.example',
  'a-b-ü.example',
  'ñandú-1.example',
  '😀.example',
]

it.each(domains)('shows %s as people write it', (domain) => {
  const ascii = domainToASCII(domain)
  expect(unicodeHost(ascii)).toBe(domainToUnicode(ascii))
})

it('leaves other names and invalid labels as they are', () => {
  for (const host of ['plain.example', 'xn--.example', 'xn--99999999.example', 'xn--ü.example'])
    expect(unicodeHost(host)).toBe(host)
})

it('is used for addresses', () => {
  expect(hostOf('https://xn--mnchen-3ya.example/blog/')).toBe('münchen.example/blog')
})
