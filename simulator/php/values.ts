/** PHP's representations on the wire. */

/** PHP encodes an empty map as `[]`, any other as an object. */
export function map<T>(entries: Iterable<readonly [string, T]>): Record<string, T> | [] {
  const filled = Object.fromEntries(entries)
  return Object.keys(filled).length === 0 ? [] : filled
}

const notAscii = /[\u0080-\uffff]/g
const escapeUnicode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** JSON as PHP writes it: slashes escaped, ASCII only. */
export function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('/', '\\/').replace(notAscii, escapeUnicode)
}

/** Empty in PHP: undefined, "" and "0". */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === '0' || value === 0 || value === false

/** WordPress adds slashes to all posted values. */
export const addSlashes = (text: string): string => text.replace(/[\\'"]/g, '\\$&').replaceAll('\0', '\\0')

export const stripSlashes = (text: string): string => text.replace(/\\(.?)/gs, '$1')

/** Decodes %xx and keeps invalid escapes, as PHP does. */
export function rawUrlDecode(text: string): string {
  if (!text.includes('%')) return text
  const bytes: number[] = []
  const source = Buffer.from(text, 'utf8')
  for (let position = 0; position < source.length; position++) {
    const hex = source.toString('latin1', position + 1, position + 3)
    if (source[position] === 0x25 && /^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      position += 2
    } else {
      bytes.push(source.readUInt8(position))
    }
  }
  return Buffer.from(bytes).toString('utf8')
}

/** WordPress' cleaning of one-line text: tags out, white space trimmed and folded. */
export const plainText = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/[\r\n\t ]+/g, ' ')
    .trim()

export const noDate = '0000-00-00 00:00:00'

/** `YYYY-MM-DD HH:MM:SS` of a time in seconds. */
export const mysqlTime = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

export function secondsOf(time: string): number | null {
  const milliseconds = Date.parse(`${time.replace(' ', 'T')}Z`)
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000)
}

/** The integer at the start of a text, 0 if there is none. */
export const integer = (text: string): number => Number.parseInt(text, 10) || 0

export function fromBase64Json(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
