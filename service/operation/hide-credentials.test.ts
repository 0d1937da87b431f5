import { expect, it } from 'vitest'
import { hasCredentials, hideCredentials, hideCredentialsAtStart, hideCredentialsIn } from './hide-credentials.ts'

it.each([
  ['https://shop.example/path', 'https://shop.example/path'],
  ['https://ada:hunter2@shop.example/path', 'https://[hidden]@shop.example/path'],
  ['https://hunter2@shop.example', 'https://[hidden]@shop.example'],
  ['https://ada:hun@ter2@shop.example', 'https://[hidden]@shop.example'],
  ['https://ada:hun/ter2@shop.example', 'https://[hidden]@shop.example'],
  ['https://ada:my hunter2@shop.example', 'https://[hidden]@shop.example'],
  ['ada:hunter2@shop.example', '[hidden]@shop.example'],
  ['https://shop.example/?token=hunter2', 'https://shop.example/?[hidden]'],
  [
    '{"url":"https://ada:hun\\"ter2@shop.example/","name":"Shop"}',
    '{"url":"https://[hidden]@shop.example/","name":"Shop"}',
  ],
  [
    'There is no site https://ada:hunter2@shop.example; see /sites.',
    'There is no site https://[hidden]@shop.example; see /sites.',
  ],
  [
    'Use https://a:hunter2@b.example or https://c:hunter2@d.example.',
    'Use https://[hidden]@b.example or https://[hidden]@d.example.',
  ],
  ['Write to ada@example.com.', 'Write to ada@example.com.'],
  ['Did you mean https://shop.example? Then say so.', 'Did you mean https://shop.example? Then say so.'],
])('%s', (text, expected) => {
  expect(hideCredentials(text)).toBe(expected)
  expect(hideCredentials(text)).not.toMatch(/hun|ter2|my/)
})

it('hides credentials in lists and objects', () => {
  const value = { a: ['https://ada:hunter2@shop.example'], b: { c: 1, d: null } }
  expect(hideCredentialsIn(value)).toEqual({ a: ['https://[hidden]@shop.example'], b: { c: 1, d: null } })
})

it('takes linear time for hostile text', () => {
  const time = (text: string) => {
    const start = process.threadCpuUsage()
    hideCredentials(text)
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
  // The watchdog allows 2 s; quadratic time would be minutes.
  for (const piece of ['://@', ':@ ', '"://', '?@:', '\\"@']) expect(time(piece.repeat(100_000))).toBeLessThan(2_000)
})

it('reads only the beginning of a long text, and hides a password whose end it has not read', () => {
  const password = 'hunter2'.repeat(100_000)
  expect(hideCredentialsAtStart(`https://ada:${password}@shop.example/`)).toBe('https://[hidden]@')
  expect(hideCredentialsAtStart(`{"url":"https://ada:${password}`)).toBe('{"url":"https://[hidden]@')
  expect(hideCredentialsAtStart(`${'<'.repeat(1_000_000)}@`)).toHaveLength(4_001)
  expect(hideCredentialsAtStart('https://ada:hunter2@shop.example/')).toBe('https://[hidden]@shop.example/')
})

it('detects a user name or a password in an address', () => {
  expect(['https://a:b@c.example', ' https://a@c.example '].map(hasCredentials)).toEqual([true, true])
  expect(['https://c.example/@a', 'a:b@c', ''].map(hasCredentials)).toEqual([false, false, false])
})
