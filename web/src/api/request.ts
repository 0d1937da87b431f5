export interface Address {
  surface: 'rest' | 'ability'
  method: string
  path: string
  names?: Readonly<Record<string, string>>
}

type Fields = Readonly<Record<string, unknown>>

/** Base path of the dashboard without a trailing slash: '' or '/fleet'. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** The HTTP request for an operation's input, as documented in contract/client.ts. */
export function requestFor(address: Address, input: Fields): { url: string; method: string; body?: Fields } {
  const { surface, method, path, names = {} } = address
  const inQuery = method === 'GET' || method === 'DELETE'
  if (surface === 'ability') {
    if (!inQuery) return { url: basePath + path, method, body: { input } }
    return { url: basePath + path + queryOf(input, (field) => `input[${field}]`), method }
  }
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, placeholder: string) => {
    const field = names[placeholder] ?? placeholder
    const value = rest[field]
    delete rest[field]
    return encodeURIComponent(String(value))
  })
  if (inQuery) return { url: basePath + filled + queryOf(rest, (field) => field), method }
  return { url: basePath + filled, method, body: rest }
}

function queryOf(fields: Fields, nameOf: (field: string) => string): string {
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value)) for (const each of value) query.append(`${nameOf(field)}[]`, String(each))
    else query.append(nameOf(field), String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
