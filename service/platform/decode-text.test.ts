import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'name;city\nMüller & Söhne;Köln'
const utf16 = (order: 'le' | 'be', mark: boolean) => {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16 LE', utf16('le', false)],
  ['UTF-16 LE with a byte order mark', utf16('le', true)],
  ['UTF-16 BE', utf16('be', false)],
  ['UTF-16 BE with a byte order mark', utf16('be', true)],
  ['Windows-1252', Buffer.from(text, 'latin1')],
])('reads %s', (_, bytes) => expect(decodeText(bytes)).toBe(text))

it('reads the characters that Windows-1252 adds to Latin-1', () => {
  expect(decodeText(Buffer.from([0x80, 0x20, 0x93, 0x31, 0x94]))).toBe('€ “1”')
})

it('reads an empty file', () => expect(decodeText(Buffer.alloc(0))).toBe(''))
