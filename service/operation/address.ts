import type { Operation } from './operation.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RouteOptions {
  /** Placeholder in the path or REST name of a field → name in the operation's input. */
  names?: Record<string, string>
  /** Field of the input → word that clients of the established product send → the operation's own word for it. */
  words?: Record<string, Record<string, string>>
  /** Input the address itself decides; it is not the caller's to give and is not held to the caller's limits. */
  fixed?: Record<string, unknown>
  /** The sentence in the envelope of a success. */
  message?: string
  /** Which field of the output holds the rows; the envelope then carries total, page, per_page and pages. */
  list?: string
  /** A list without page and per_page answers all rows, up to this many. */
  unpaged?: number
  /** How the output looks over REST when it differs: becomes `data`. Pure. */
  shows?: (output: never) => unknown
  /** Fields beside `data` in the envelope. Pure. */
  beside?: (output: never) => Record<string, unknown>
  /** open: the output's `session_token` becomes the dashboard's cookie; close: the cookie is taken away. */
  session?: 'open' | 'close'
}

export interface Route {
  kind: 'route'
  methods: HttpMethod[]
  path: string
  operation: Operation
  options: RouteOptions
}

export interface BatchKey {
  kind: 'batch'
  /** Top-level key of a batch body, such as `sites`. */
  group: string
  /** Key inside the group, such as `suspend`. */
  action: string
  operation: Operation
  /** The field of the input that names the thing: an element gives it alone or calls it `id`. Null: an element makes a new thing. */
  about: string | null
  options: Pick<RouteOptions, 'names' | 'shows' | 'beside' | 'list'>
}

export type Address = Route | BatchKey

/** `route('PUT|PATCH /things/{id}/edit', operation)`: where an operation is reached over REST. */
export function route(address: string, operation: Operation, options: RouteOptions = {}): Route {
  const [methods, path] = address.split(' ') as [string, string]
  return { kind: 'route', methods: methods.split('|') as HttpMethod[], path, operation, options }
}

/** `batch('sites.suspend', operation, 'site_id_or_domain')`: a key of the batch body, run once per element. */
export function batch(
  key: string,
  operation: Operation,
  about: string | null = null,
  options: BatchKey['options'] = {},
): BatchKey {
  const [group, action] = key.split('.') as [string, string]
  return { kind: 'batch', group, action, operation, about, options }
}
