import { decodeHTMLStrict } from 'entities'

// Control characters, direction marks and other invisible characters. Joiners stay: Persian and emoji need them.
const invisible = /(?![\t\n\u00ad\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu
const lineBreaks = /[\t\n\r\u2028\u2029]+/g

/** Printable ASCII without entities and tags, which needs no cleaning. Most texts are like that. */
const plain = /^[ -%'-;=?-~]*$/
const isPlain = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && plain.test(value)

/** One line of text for people: entities decoded, nothing invisible, limited length. */
export function line(value: unknown, maxLength: number): string {
  if (isPlain(value, maxLength)) return value.trim()
  return cut(clean(firstPart(value, maxLength).replace(lineBreaks, ' ')).trim(), maxLength)
}

/** Text of several lines. */
export function block(value: unknown, maxLength: number): string {
  return cut(clean(firstPart(value, maxLength).replaceAll('\r\n', '\n')).trim(), maxLength)
}

/** Text that is sent back to its source, such as the body of a post: only what no database stores is removed. */
export function verbatim(value: unknown, maxLength: number): string {
  return cut(asText(value).slice(0, maxLength).toWellFormed().replaceAll('\0', ''), maxLength)
}

/** The text of HTML without tags and links. */
export function plainText(value: unknown, maxLength: number): string {
  if (isPlain(value, maxLength)) return value.trim().replace(/ {2,}/g, ' ')
  const bare = firstPart(value, maxLength)
    .replace(/<(script|style)\b[^<>]*>[^<]*/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
  return line(bare, maxLength).replace(/ {2,}/g, ' ')
}

const noteTags = /<\/?(?:a|b|br|div|em|h\d|hr|i|li|ol|p|span|strong|u|ul)\b[^<>]*>/gi

/**
 * The text of a formatted note: its lines, lists and headings, the addresses of its links, and bold and italic words as in Markdown. Text
 * without tags stays as it is.
 */
export function noteText(value: unknown, maxLength: number): string {
  const bare = firstPart(value, maxLength)
    .replace(/<a\b([^<>]*)>([^<>]*)<\/a>/gi, (_, attributes: string, text: string) => {
      const address = /\bhref="(https?:[^"]*)"/i.exec(attributes)?.[1]
      if (address === undefined || address === text) return text
      return text === '' ? address : `${text} (${address})`
    })
    .replace(/<(strong|b|em|i)\b[^<>]*>([^<>]*)<\/\1>/gi, (_, tag: string, text: string) => {
      const mark = /^(?:strong|b)$/i.test(tag) ? '**' : '*'
      const words = text.trim()
      return words === '' ? text : text.replace(words, () => `${mark}${words}${mark}`)
    })
    .replace(/<h([1-6])\b[^<>]*>/gi, (_, level: string) => `${'#'.repeat(Number(level))} `)
    .replace(/<(?:(\/?)(ol|ul)|li)\b[^<>]*>/gi, listMarks())
    .replace(/<(?:br|hr|\/p|\/div|\/li|\/h\d)\b[^<>]*>\n?/gi, '\n')
    .replace(noteTags, '')
  return block(bare, maxLength)
}

/** Numbers for the items of ordered lists, dashes for others. */
function listMarks() {
  const open: { isOrdered: boolean; items: number }[] = []
  return (_: string, slash: string | undefined, tag: string | undefined): string => {
    if (tag !== undefined) {
      if (slash) open.pop()
      else open.push({ isOrdered: tag.toLowerCase() === 'ol', items: 0 })
      return ''
    }
    const list = open.at(-1)
    if (list) list.items++
    return list?.isOrdered ? `${list.items}. ` : '- '
  }
}

/** Empty for anything but a web address; `javascript:` and the like are never returned. */
export function webAddress(value: unknown): string {
  const text = line(value, 2000)
  return /^https?:\/\/[^\s<>"'`\\]+$/i.test(text) ? text : ''
}

function clean(text: string): string {
  // Once, not repeatedly: `&amp;lt;` is the text `&lt;`.
  return decodeHTMLStrict(text).replaceAll('\u00a0', ' ').toWellFormed().replace(invisible, '')
}

// Entities make text up to eight times longer, so that much is read and no more.
function firstPart(value: unknown, maxLength: number): string {
  const text = asText(value)
  return text.length > maxLength * 8 ? text.slice(0, maxLength * 8) : text
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

function cut(text: string, maxLength: number): string {
  return text.length > maxLength
    ? `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
    : text
}
