import type { Operation } from './operation.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Methods = HttpMethod | `${HttpMethod}|${HttpMethod}` | `${HttpMethod}|${HttpMethod}|${HttpMethod}`
export type RouteAddress = `${Methods} ${string}`

export interface RawBody {
  field: string
  /** Name of a header in lower case → field of the input. */
  headers: Record<string, string>
  maxBytes: number
}

export interface RouteOptions {
  /** The operationId in OpenAPI, where the operation has several addresses; by default the name of the operation. */
  id?: string
  /** Placeholder in the path or REST name of a field → name in the operation's input. */
  names?: Record<string, string>
  /** Field of the input → value that clients of the established product send → the operation's value. */
  valueAliases?: Record<string, Record<string, string>>
  /** Input set by the address. The caller cannot send it, and input limits do not apply. */
  fixed?: Record<string, unknown>
  /** The sentence in the envelope of a success. */
  message?: string
  /** The same for work that was queued, where the operation has results. */
  queuedMessage?: string
  /** The field of the output with the rows; the envelope then has total, page, per_page and pages. */
  list?: string
  /** Converts the output to `data` where REST differs. Pure. */
  toData?: (output: never) => unknown
  /** Fields next to `data` in the envelope. Pure. */
  envelopeFields?: (output: never) => Record<string, unknown>
  /**
   * The body is not parsed: the operation gets its text in `field` and headers in other fields, and decides itself whether it is
   * genuine. For signed messages of other services.
   */
  rawBody?: RawBody
  /**
   * open: the output's `session_token` becomes the dashboard's cookie; close: the cookie is deleted; begin: the output's
   * `browser_token` becomes a cookie, with which this browser finishes the sign-in.
   */
  session?: 'open' | 'close' | 'begin'
}

/** Rows of each page of a list over REST when per_page is omitted. Abilities have the default of their specification. */
export const restPageSize = 1_000

/** Whether the route is a list that can be read in pages. */
export const hasPages = ({ operation, options }: Pick<Route, 'operation' | 'options'>): boolean =>
  options.list !== undefined && 'per_page' in operation.input.shape

/** A list whose per_page has no default returns all rows unless a page is requested. */
export const isAlwaysPaged = (route: Pick<Route, 'operation' | 'options'>): boolean =>
  hasPages(route) && route.operation.inputSchema.properties?.per_page?.default !== undefined

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
  /** The input field with the id. An element is the id alone or has it as `id`. Null: an element creates something. */
  idField: string | null
  options: BatchOptions
}

export interface BatchOptions extends Pick<RouteOptions, 'names' | 'toData' | 'envelopeFields' | 'list'> {
  /** The input field that two new items must not share. Items with the same value run in order: the first one succeeds. */
  uniqueField?: string
  /** Runs once, without input, for an empty list. Without it an empty list does nothing. */
  ifEmpty?: Operation
}

export type Address = Route | BatchKey

/** `route('PUT|PATCH /things/{id}/edit', operation)`: the REST route of an operation. */
export function route(address: RouteAddress, operation: Operation, options: RouteOptions = {}): Route {
  const [methods = '', path = ''] = address.split(' ')
  // The type of the address allows no other methods.
  return { kind: 'route', methods: methods.split('|') as HttpMethod[], path, operation, options }
}

/** `batch('sites.suspend', operation, 'site_id_or_domain')`: a key of the batch body, run once per element. */
export function batch(
  key: `${string}.${string}`,
  operation: Operation,
  idField: string | null = null,
  options: BatchOptions = {},
): BatchKey {
  const [group = '', action = ''] = key.split('.')
  return { kind: 'batch', group, action, operation, idField, options }
}
