import { addresses, operations } from '../../service/catalogue.ts'
import type { BatchKey } from '../../service/operation/address.ts'
import { type EveryCall, everyCall, exampleInput, type Fields } from '../../service/surfaces/testing/every-call.ts'
import { type Random, randomFrom } from '../../simulator/random.ts'
import { hostileField } from './hostile-fields.ts'
import { copiesOf, hostileText, hostileValue, textKinds, toJson } from './hostile-values.ts'
import { hostileEncoding, hostileHeaders, oddMethod, oddPath } from './odd-requests.ts'
import { approvalRequest, mcpRequest, metadataRequest, uploadRequest } from './outside-requests.ts'

export const credentialKinds = ['none', 'read', 'limited', 'viewer', 'manager', 'administrator', 'person'] as const
export type CredentialKind = (typeof credentialKinds)[number]

export interface FuzzRequest {
  number: number
  credential: CredentialKind
  method: string
  path: string
  headers: [name: string, value: string][]
  body: Buffer | null
  /** What is hostile in it, for the report. */
  operation: string
  field: string
  kind: string
}

/** Excluded operations, each with the reason. */
const excluded: Record<string, string> = {
  'switch-module': 'would deactivate modules for all further requests',
  'watch-job': 'answers until the job ends',
}

const calls = everyCall(operations, addresses).filter(({ operation }) => !(operation.name in excluded))
const batches = addresses.filter((address): address is BatchKey => address.kind === 'batch')

/** The longest request line with headers that the service reads, in bytes. */
const maxLineLength = 14_000
const sizes = [20, 20, 300, 300, 4_000, 4_000, maxLineLength, 60_000, 60_000, 300_000]
const largestSize = 1_500_000

/** The request with this number: the same for the same seed. `size` sets its size. */
export function makeRequest(seed: string, number: number, givenSize?: number): FuzzRequest {
  const random = randomFrom(seed, number)
  const credential = random.chance(0.1) ? 'none' : random.pick(credentialKinds.slice(1))
  const drawn = random.chance(0.01) ? largestSize : random.pick(sizes)
  const size = givenSize ?? drawn
  const make = random.pick([...Array<Maker>(14).fill(operationRequest), ...others])
  const request = make(random, size, number)
  const aliased = random.chance(0.1) ? { path: aliasOf(request.path) } : {}
  return { number, credential, headers: [], body: null, method: 'GET', field: '', ...request, ...aliased }
}

type Made = Partial<FuzzRequest> & Pick<FuzzRequest, 'operation' | 'kind' | 'path'>
type Maker = (random: Random, size: number, number: number) => Made

/** Rotates over all ways to call operations, so that a long run reaches every field of each. */
function operationRequest(random: Random, size: number, number: number): Made {
  const call = calls[(number * 7 + random.below(3)) % calls.length]!
  const { operation } = call
  const { properties = {} } = operation.inputSchema
  const name = random.pick([...Object.keys(properties), 'unknown'])
  const inAddress = !call.takesBody || random.chance(0.15)
  const hostile = hostileField(random, properties[name] ?? {}, name, inAddress ? Math.min(size, maxLineLength) : size)
  const input: Fields = { ...exampleInput(operation), [name]: hostile.value }
  if (operation.effect !== 'read') Object.assign(input, random.pick([{}, {}, { confirm: true }, { dry_run: true }]))
  if (random.chance(0.05)) input[String(hostileText(random, 300).value).toWellFormed()] = 1
  const about = { operation: operation.name, field: hostile.path, kind: hostile.kind, method: call.method }
  if (inAddress) return { ...about, path: addressOf(random, call, input) }
  return { ...about, path: addressOf(random, call, input, {}), ...jsonBody(random, call.body(input)) }
}

/** Cuts long values, so that the service reads the request at all. */
function addressOf(random: Random, call: EveryCall, input: Fields, query: Fields = call.body(input)): string {
  const short = (value: unknown) => (typeof value === 'object' ? toJson(value) : String(value)).toWellFormed()
  const texts = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, short(value)]))
  const flat = call.surface === 'ability' && 'input' in query ? (query.input as Fields) : query
  const address = call.url(texts(input), texts(flat))
  return (random.chance(0.1) ? decodeBrackets(address) : address).slice(0, maxLineLength)
}

const decodeBrackets = (address: string) => address.replaceAll('%5B', '[').replaceAll('%5D', ']')

function jsonBody(random: Random, value: unknown): Pick<FuzzRequest, 'headers' | 'body'> {
  const json = toJson(value)
  if (random.chance(0.93)) return { headers: [['content-type', 'application/json']], body: Buffer.from(json) }
  return hostileEncoding(random, json)
}

function batchRequest(random: Random, size: number): Made {
  const { group, action, operation } = random.pick(batches)
  const { properties = {} } = operation.inputSchema
  const name = random.pick(Object.keys(properties)) ?? 'id'
  const hostile = hostileField(random, properties[name] ?? {}, name, size)
  const item = random.chance(0.7) ? { ...exampleInput(operation), [name]: hostile.value } : hostile.value
  const items = copiesOf(item, random.chance(0.3) ? random.between(2, 150) : 1)
  const own = random.chance(0.3)
  const body = own
    ? { [action]: items }
    : { [group]: { [action]: items }, ...(random.chance(0.2) && { dry_run: true }) }
  return {
    operation: `batch ${group}.${action}`,
    field: hostile.path,
    kind: hostile.kind,
    method: 'POST',
    path: own ? `/api/v2/${group}/batch` : '/api/v2/batch',
    ...jsonBody(random, body),
  }
}

/** A body that is hostile as a whole. */
function bodyRequest(random: Random, size: number): Made {
  const call = random.pick(calls.filter(({ takesBody }) => takesBody))
  const { kind, value } = hostileValue(random, size, false)
  return { operation: call.operation.name, kind, method: call.method, path: call.url(), ...jsonBody(random, value) }
}

/** Unknown fields in the body of an operation that needs no account. */
function unknownFields(random: Random, size: number): Made {
  const call = random.pick(calls.filter(({ takesBody }) => takesBody))
  const fields = Object.fromEntries(Array.from({ length: size / 12 }, (_, index) => [`unknown${index}`, 1]))
  return {
    operation: call.operation.name,
    kind: 'many unknown fields',
    method: call.method,
    path: call.url(),
    ...jsonBody(random, fields),
  }
}

function headerRequest(random: Random, size: number): Made {
  const call = random.pick(calls.filter(({ method }) => method === 'GET'))
  const { headers, kind, field } = hostileHeaders(random, Math.min(size, maxLineLength))
  return { operation: call.operation.name, kind, field, path: call.url(), headers }
}

function signInRequest(random: Random, size: number, number: number): Made {
  const field = random.pick(['login', 'password'])
  const hostile = hostileField(random, { type: 'string' }, field, size)
  const body = { login: `stranger ${number}`, password: 'wrong password', [field]: hostile.value }
  return {
    operation: 'sign-in',
    field,
    kind: hostile.kind,
    method: 'POST',
    path: '/api/v2/access/sessions',
    credential: 'none',
    ...jsonBody(random, body),
  }
}

function pathRequest(random: Random, size: number): Made {
  const { path, kind } = oddPath(random, Math.min(size, maxLineLength), random.pick(calls).url())
  return {
    operation: '(address)',
    kind,
    method: oddMethod(random),
    path,
    ...(random.chance(0.3) && jsonBody(random, { a: 1 })),
  }
}

function searchRequest(random: Random, size: number): Made {
  const call = random.pick(calls.filter(({ method, surface }) => method === 'GET' && surface === 'rest'))
  const { kind, value } = hostileText(random, Math.min(size, maxLineLength - 200))
  const name = random.pick(['search', '_fields', 'page', 'per_page', 'orderby', 'include', 'exclude', 'status'])
  const path = `${call.url()}?${name}=${encodeURIComponent(String(value).toWellFormed())}`
  return { operation: call.operation.name, field: name, kind, path: path.slice(0, maxLineLength) }
}

const others: Maker[] = [
  batchRequest,
  batchRequest,
  bodyRequest,
  unknownFields,
  headerRequest,
  headerRequest,
  signInRequest,
  pathRequest,
  searchRequest,
  mcpRequest,
  mcpRequest,
  metadataRequest,
  uploadRequest,
  approvalRequest,
]

const aliasOf = (path: string) =>
  path
    .replace('/api/v1/abilities/svc/', '/wp-json/wp-abilities/v1/abilities/mainwp/')
    .replace('/api/v2/', '/wp-json/mainwp/v2/')
    .replaceAll('svc_', 'mainwp_')

export const coverage = {
  calls: calls.length,
  operations: new Set(calls.map(({ operation }) => operation)).size,
  textKinds: textKinds.length,
}
