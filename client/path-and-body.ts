export interface Address {
  surface: 'rest' | 'ability'
  method: string
  path: string
  names?: Readonly<Record<string, string>>
}

type Fields = Readonly<Record<string, unknown>>

/** Whether the input is sent in the query; otherwise in the body. */
export const isInQuery = ({ method }: Address) => method === 'GET' || method === 'DELETE'

/** The request for an operation's input, as described in contract/client.ts. Also used by the dashboard. */
export function pathAndBody(address: Address, input: Fields): { path: string; body?: Fields } {
  const { surface, path, names = {} } = address
  if (surface === 'ability') {
    return isInQuery(address)
      ? { path: path + queryOf(input, (field) => `input[${field}]`) }
      : { path, body: { input } }
  }
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, placeholder: string) => {
    const field = names[placeholder] ?? placeholder
    const value = rest[field]
    delete rest[field]
    return encodeURIComponent(String(value))
  })
  return isInQuery(address) ? { path: filled + queryOf(rest, (field) => field) } : { path: filled, body: rest }
}

function queryOf(fields: Fields, nameOf: (field: string) => string): string {
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const each of value) query.append(`${nameOf(field)}[]`, String(each))
    else query.append(nameOf(field), String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
