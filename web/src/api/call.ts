import { addresses } from 'virtual:operations'
import type { DataOf, DryRun, ErrorBody, InputOf, OperationName, OutputOf } from '../../../contract/client.ts'
import { notUnderstood, Problem, problemOf, unreachable } from './problem.ts'
import { type Address, requestFor } from './request.ts'

/** Operations with an HTTP address of their own; pages use only these. */
export type Callable = OperationName & keyof typeof addresses

type RowsOf<Name extends Callable> =
  DataOf<Name> extends readonly (infer Row)[]
    ? Row
    : OutputOf<Name> extends { items: readonly (infer Row)[] }
      ? Row
      : never

/** A page of a list, the same over every surface. */
export interface List<Row> {
  rows: Row[]
  total: number
  page: number
  perPage: number
  /** The address of all rows as a file, up to the format; missing where the service offers none. */
  exportUrl?: string | null
  /** All rows, if the browser has them. */
  allRows?: readonly Row[]
}

/** `extra`: fields of the response beside the list, such as totals. */
export type ListOf<Name extends Callable> = List<RowsOf<Name>> & { extra: Partial<OutputOf<Name>> }
export type RowOf<Name extends Callable> = RowsOf<Name>

let csrfToken: string | null = null
let signedOutListener: () => void = () => {}

/** Sent with every change. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token
}

/** The session registers here to be notified when it has ended. */
export function onSignedOut(signedOut: () => void): void {
  signedOutListener = signedOut
}

/** A refusal of these does not end a session. */
const signInOperations: readonly Callable[] = ['sign-in', 'sign-in-with-code', 'sign-in-with-passkey']

let confirmIdentityListener: () => Promise<boolean> = async () => false

/** Called when the service wants the password or a second factor again; resolves to true when the user has proven one. */
export function onConfirmIdentity(confirm: () => Promise<boolean>): void {
  confirmIdentityListener = confirm
}

let tokenListener: () => Promise<void> = async () => {}

/** Called when a change is refused, to read the token again: it is outdated after a sign-in in another tab. */
export function onChangeRefused(readToken: () => Promise<void>): void {
  tokenListener = readToken
}

interface Options {
  signal?: AbortSignal
  /** Another address than the usual one. */
  address?: Address
  headers?: Readonly<Record<string, string>>
}

/** Runs an operation and returns its data. Throws a `Problem`. */
export async function call<Name extends Callable>(
  name: Name,
  input: InputOf<Name>,
  options: Options = {},
): Promise<DataOf<Name>> {
  const body = await send(name, input, options)
  return (addresses[name].surface === 'rest' ? body.data : body) as DataOf<Name>
}

/** Reads a resource with its version, to edit it: see `callIfUnchanged`. Only addresses of REST have versions. */
export async function callWithVersion<Name extends Callable>(
  name: Name,
  address: Address,
  input: InputOf<Name>,
): Promise<{ data: DataOf<Name>; version: string }> {
  const response = await request(name, input, { address })
  const version = response.headers.get('etag')
  const answer = await readAnswer(response)
  if (!answer || version === null) throw notUnderstood(200)
  return { data: answer.data as DataOf<Name>, version }
}

/** Changes a resource unless another user has changed it since this version was read; then it throws svc_precondition_failed. */
export const callIfUnchanged = <Name extends Callable>(
  name: Name,
  address: Address,
  input: InputOf<Name>,
  version: string,
): Promise<Record<string, unknown>> => send(name, input, { address, headers: { 'if-match': version } })

/** Returns the whole response, for operations that return fields beside `data` (a new key's token). */
export const callWhole = (name: Callable, input: object): Promise<Record<string, unknown>> => send(name, input, {})

export async function callList<Name extends Callable>(
  name: Name,
  input: InputOf<Name>,
  options: Options = {},
): Promise<ListOf<Name>> {
  const body = await send(name, input, options)
  const rows = (addresses[name].surface === 'rest' ? body.data : body.items) as RowsOf<Name>[]
  const total = (body.total as number | undefined) ?? rows.length
  const [page, perPage] = [(body.page as number) ?? 1, (body.per_page as number) ?? rows.length]
  const exportUrl = exportUrlOf(name, input as Record<string, unknown>)
  return { rows, total, page, perPage, exportUrl, extra: body as Partial<OutputOf<Name>> }
}

/** Lists that pages read as abilities. Files come from REST. */
const exportPaths: Readonly<Record<string, string>> = { 'list-clients': '/api/v2/clients', 'list-tags': '/api/v2/tags' }

/** The address of all rows of a list as a file, up to the format; null where there is none. */
export function exportUrlOf(
  name: Callable,
  { page: _, per_page: __, ...filters }: Record<string, unknown>,
): string | null {
  const path = exportPaths[name]
  const address = path ? ({ surface: 'rest', method: 'GET', path } as const) : addresses[name]
  if (address.surface !== 'rest' || address.method !== 'GET') return null
  const { url } = requestFor(address, filters)
  return `${url}${url.includes('?') ? '&' : '?'}_format=`
}

/** Requests the plan of an operation (dry run). */
export async function plan<Name extends Callable>(
  name: Name,
  input: InputOf<Name>,
  options: Options = {},
): Promise<DryRun> {
  const body = await send(name, { ...input, dry_run: true }, options)
  return (addresses[name].surface === 'rest' ? body.data : body) as DryRun
}

/** The response with the file of an operation that changes something; `download` is for files that are only read. */
export const callFile = <Name extends Callable>(name: Name, input: InputOf<Name>): Promise<Response> =>
  confirmed(addresses[name], () => request(name, input, {}))

const send = (name: Callable, input: object, options: Options) =>
  confirmed(options.address ?? addresses[name], async () => {
    const answer = await readAnswer(await request(name, input, options))
    if (!answer) throw notUnderstood(200)
    return answer
  })

/** Repeats a call that needs a confirmed identity when the user has confirmed it, and a change with an outdated token. */
async function confirmed<Result>({ method }: Address, run: () => Promise<Result>): Promise<Result> {
  const sentToken = csrfToken
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'svc_identity_confirmation_required') {
      if (await confirmIdentityListener()) return run()
    } else if (error.code === 'svc_permission_denied' && method !== 'GET' && sentToken !== null) {
      await tokenListener()
      if (csrfToken !== null && csrfToken !== sentToken) return run()
    }
    throw error
  }
}

const readAnswer = (response: Response) => response.json().catch(() => null) as Promise<Record<string, unknown> | null>

async function request(name: Callable, input: object, options: Options): Promise<Response> {
  const { signal, address = addresses[name], headers } = options
  const { url, method, body } = requestFor(address, input as Record<string, unknown>)
  const response = await fetch(url, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && csrfToken !== null && { 'x-csrf-token': csrfToken }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unreachable()
  })
  if (response.ok) return response
  const answer = await readAnswer(response)
  if (response.status === 401 && !signInOperations.includes(name)) signedOutListener()
  if (!answer || typeof answer.code !== 'string') throw notUnderstood(response.status)
  throw await problemOf(answer as unknown as ErrorBody, response.status)
}
