import { randomUUID } from 'node:crypto'
import {
  addresses,
  type DataOf,
  type DryRun,
  type ErrorBody,
  type InputOf,
  type OperationName,
} from '../contract/client.ts'
import { pathAndBody } from './path-and-body.ts'

/** Operations with an address of their own. */
export type CallableName = OperationName & keyof typeof addresses

export interface ClientOptions {
  /** The address of the installation, such as https://flotilla.example. */
  url: string
  /** An API key. */
  key: string
  /** How often a call is sent when the service has no capacity or does not answer; 4 by default. */
  attempts?: number
  fetch?: typeof fetch
  /** Waits between attempts. */
  wait?(milliseconds: number): Promise<unknown>
}

export interface CallOptions {
  /** The ETag of the resource as it was read: the change is refused (412) if another person changed it since. */
  ifMatch?: string
  /** By default a new one for each call, sent again with its repetitions, so that a change is made once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A refusal or failure of a call, with its stable code. */
export class FlotillaError extends Error {
  readonly code: string
  readonly status: number
  readonly data: ErrorBody['data']

  constructor({ code, message, data }: ErrorBody) {
    super(message)
    this.name = 'FlotillaError'
    this.code = code
    this.status = data.status
    this.data = data
  }
}

type Fields = Record<string, unknown>

/** `client.call('list-sites', { per_page: 5 })`: input and answer have the types of the operation. */
export function createClient(options: ClientOptions) {
  const { url, key, attempts = 4, fetch: send = fetch, wait = sleep } = options

  async function request(name: CallableName, input: Fields, call: CallOptions): Promise<Fields> {
    const { method } = addresses[name]
    const { path, body } = pathAndBody(addresses[name], input)
    const isRead = method === 'GET'
    const init = {
      method,
      redirect: 'error' as const,
      headers: {
        // Public operations need none.
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(!isRead && { 'idempotency-key': call.idempotencyKey ?? randomUUID() }),
        ...(call.ifMatch !== undefined && { 'if-match': call.ifMatch }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(call.signal && { signal: call.signal }),
    }
    for (let attempt = 1; ; attempt++) {
      const answer = await send(new URL(path, url), init).catch((error: unknown) => {
        if (attempt >= attempts || call.signal?.aborted) throw error
        return null
      })
      if (answer?.ok) return answer.json() as Promise<Fields>
      const error = answer && (await readError(answer))
      if (error && (attempt >= attempts || !isWorthRepeating(error))) throw error
      await wait(Number(answer?.headers.get('retry-after') ?? 2 ** attempt) * 1000)
    }
  }

  async function dataOf(name: CallableName, input: Fields, call: CallOptions): Promise<unknown> {
    const answer = await request(name, input, call)
    return addresses[name].surface === 'rest' ? answer.data : answer
  }

  return {
    /** Runs an operation and returns its data. Throws a FlotillaError. */
    call: <Name extends CallableName>(name: Name, input: InputOf<Name>, call: CallOptions = {}) =>
      // The contract describes what the address answers.
      dataOf(name, { ...input }, call) as Promise<DataOf<Name>>,
    /** What a change would do; nothing is changed. */
    plan: <Name extends CallableName>(name: Name, input: InputOf<Name>, call: CallOptions = {}) =>
      // As every dry run.
      dataOf(name, { ...input, dry_run: true }, call) as Promise<DryRun>,
    /** For programs that get the name at run time: the whole answer, with the envelope over REST. */
    answerOf: (name: CallableName, input: Fields, call: CallOptions = {}) => request(name, input, call),
    planOf: (name: CallableName, input: Fields) =>
      // As every dry run.
      dataOf(name, { ...input, dry_run: true }, {}) as Promise<DryRun>,
  }
}

export type Client = ReturnType<typeof createClient>

export const isCallable = (name: string): name is CallableName => Object.hasOwn(addresses, name)

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Nothing was done, and it may work later. */
const isWorthRepeating = ({ status, data }: FlotillaError) => status === 429 || data.retryable === true

async function readError(answer: Response): Promise<FlotillaError> {
  const body = (await answer.json().catch(() => null)) as ErrorBody | null
  if (typeof body?.code === 'string') return new FlotillaError(body)
  const message = `The answer is not one of Flotilla (${answer.status}). Check the address.`
  return new FlotillaError({ code: 'not_flotilla', message, data: { status: answer.status } })
}
