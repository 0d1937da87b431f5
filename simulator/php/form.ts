/** Posted fields as in PHP: texts, and maps from names with brackets. */
export interface Fields {
  [name: string]: string | Fields
}

// Without the properties of every object, which a form could name.
const emptyFields = (): Fields => Object.create(null) as Fields

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** `a[b][]=c` puts "c" into fields.a.b under the next free number. */
function put(fields: Fields, name: string, value: string): void {
  const bracket = name.indexOf('[')
  if (bracket <= 0) {
    fields[name] = value
    return
  }
  const path = [
    name.slice(0, bracket),
    ...[...name.slice(bracket).matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key),
  ]
  let target = fields
  for (const [depth, step] of path.entries()) {
    const key = step === '' ? String(nextNumber(target)) : step
    if (depth === path.length - 1) {
      target[key] = value
    } else {
      const inner = target[key]
      const next = typeof inner === 'object' ? inner : emptyFields()
      target[key] = next
      target = next
    }
  }
}

const nextNumber = (fields: Fields): number =>
  Object.keys(fields).reduce((next, key) => (/^\d+$/.test(key) ? Math.max(next, Number(key) + 1) : next), 0)

export function parseUrlEncoded(body: string): Fields {
  const fields = emptyFields()
  for (const pair of body.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    if (equals < 0) put(fields, decode(pair), '')
    else put(fields, decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)))
  }
  return fields
}

function parseMultipart(body: Buffer, boundary: string): Fields {
  const fields = emptyFields()
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const headEnd = part.indexOf('\r\n\r\n')
    const name = /name="([^"]*)"/i.exec(part.slice(0, headEnd))?.[1]
    if (name === undefined) continue
    put(fields, name, Buffer.from(part.slice(headEnd + 4, -2), 'latin1').toString('utf8'))
  }
  return fields
}

/** Other bodies, such as JSON, have no fields in PHP. */
export function parseForm(body: Buffer, contentType: string): Fields {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return parseUrlEncoded(body.toString('utf8'))
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(contentType)?.[1]
  return boundary === undefined ? emptyFields() : parseMultipart(body, boundary)
}

/** The text of a field, or undefined where it is absent or a map. */
export function text(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts of a bracketed list; a plain text is no list. */
export function list(fields: Fields, name: string): string[] | undefined {
  const value = fields[name]
  if (typeof value !== 'object') return undefined
  return Object.values(value).filter((item): item is string => typeof item === 'string')
}

export function group(fields: Fields, name: string): Fields | undefined {
  const value = fields[name]
  return typeof value === 'object' ? value : undefined
}
