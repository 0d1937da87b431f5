import { expect, it } from 'vitest'
import { redactHeaders, redactUrl } from './redact.ts'

it('strikes credentials out of headers', () => {
  const headers = { Authorization: 'Basic x', cookie: 'a=1', 'set-cookie': ['b=2'], 'content-type': 'text/html' }
  expect(redactHeaders(headers)).toEqual({
    Authorization: '[hidden]',
    cookie: '[hidden]',
    'set-cookie': '[hidden]',
    'content-type': 'text/html',
  })
})

it.each([
  ['https://u:p@site.test:8443/a/b?token=1#x', 'https://site.test:8443/a/b?[hidden]'],
  ['https://site.test/a', 'https://site.test/a'],
  ['not an address', '[unreadable address]'],
])('strikes credentials out of %s', (url, shown) => expect(redactUrl(url)).toBe(shown))
